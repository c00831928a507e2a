import Testing

/// The disk is full, fails, cannot be read, or is locked by another program, for a while and beginning at every point
/// of a story. No write is acknowledged that was not kept, and everything continues when the fault ends.
@Suite struct DiskTroubleTests {
    private static var story: Story {
        let wantsGreeting = Chaos.wanted?.hasPrefix(Story.greeting.name) ?? false
        return Chaos.isThorough && !wantsGreeting ? .booking : .greeting
    }
    private static var step: Int { Chaos.isThorough ? 1 : 7 }

    @Test func `when there is no room, it comes again later`() async throws {
        try await play(.full, at: Self.moments { $0 == .write }) { $0 % 3 + 1 }
    }

    @Test func `when a change fails, it comes again later`() async throws {
        try await play(.failing, at: Self.moments { $0 != .world }) { $0 % 3 + 1 }
    }

    /// Linux discards pages that it could not write: a later sync does not bring them back.
    @Test func `what a failed sync has lost is missed by nobody when the power goes later`() async throws {
        let syncs = try await Self.moments { $0 == .sync }
        try await play(.failing, at: syncs, crash: { $0 + 1 + $0 * 7 % 23 }, times: { _ in 1 })
    }

    @Test func `while another program writes, it waits, and not for ever`() async throws {
        let whole = try await Chaos.play(Self.story, Plan(seed: 1))
        // Often enough that waiting for the lock times out, or that it does not.
        try await play(.locked, at: Array(1...whole.locks)) { $0 % 2 == 0 ? 200 : 3 }
    }

    @Test func `when a part of a file cannot be read, it is read again`() async throws {
        let whole = try await Chaos.play(Self.story, Plan(seed: 1))
        try await play(.unreadable, at: Array(1...whole.readings)) { $0 % 3 + 1 }
    }

    /// Returns the points of the story at which a change of some kind happens.
    private static func moments(of kinds: (Disk.Kind) -> Bool) async throws -> [Int] {
        try await Chaos.play(story, Plan(seed: 1)).kinds.enumerated().filter { kinds($0.element) }.map { $0.offset + 1 }
    }

    private func play(
        _ kind: Trouble.Kind, at points: [Int], crash: (Int) -> Int? = { _ in nil }, times: (Int) -> Int
    ) async throws {
        let points = stride(from: 0, to: points.count, by: Self.step).map { points[$0] }
        let runs = points.map { point in
            var plan = Plan(seed: 1, crash: crash(point), survival: .lost)
            plan.trouble = Trouble(kind: kind, first: point, count: times(point))
            return ChaosRun(
                name: "\(Self.story.name)-\(kind)\(plan.crash == nil ? "" : "-crash")/\(point)", story: Self.story,
                plan: plan)
        }
        let sum = try await Chaos.play(runs)
        sum.tell("\(Self.story.name), \(kind) from each of \(points.count) points on")
        sum.expectKept()
        #expect(Chaos.wanted != nil || sum.failures >= sum.runs, "every run meets with trouble")
    }
}
