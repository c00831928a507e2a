import Testing

/// The process dies at every point of a story: before each change of its disk, and before each thing it does to the world. Between two
/// of these nothing changes that outlives it, so there is no other point.
@Suite struct CrashPointTests {
    @Test(arguments: Story.all)
    func `whenever it dies, nothing is lost, doubled, out of order, stuck or told`(story: Story) async throws {
        guard Chaos.plays(story) else { return }
        let whole = try await Chaos.play(story, Plan(seed: 1))
        #expect(whole.broken.isEmpty, "\(whole.broken)\n\(whole.transcript.joined(separator: "\n"))")
        let points = Array(stride(from: 1, through: whole.kinds.count, by: Self.step(of: story)))
        let runs = points.flatMap { point in
            Self.survivals(point).map { ChaosRun.crash(of: story, at: point, $0) }
        }
        let sum = try await Chaos.play(runs)
        sum.tell("\(story.name), dying at \(points.count) of \(whole.kinds.count) points")
        sum.expectKept()
        #expect(sum.crashes >= sum.runs, "every run dies")
    }

    /// In each run of the tests the short story is tried at every point, and the others at some; in `make chaos` all are at every point.
    private static func step(of story: Story) -> Int { Chaos.isThorough || story.name == Story.greeting.name ? 1 : 29 }

    /// What the crash at a point leaves: all that it may, or in each run of the tests one of them after the other.
    private static func survivals(_ point: Int) -> [Survival] {
        Chaos.isThorough ? Survival.allCases : [Survival.allCases[point % Survival.allCases.count]]
    }
}
