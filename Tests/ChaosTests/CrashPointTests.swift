import Testing

/// The process dies at every point of a story: before each change of its disk, and before each side effect on the
/// world. Between two of these nothing changes that outlives the process, so there are no other points.
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

    /// The usual run of the tests tries the short story at every point and the others at some; `make chaos` tries all
    /// at every point.
    private static func step(of story: Story) -> Int { Chaos.isThorough || story.name == Story.greeting.name ? 1 : 29 }

    /// Returns the disk states that a crash at a point leaves: all possible ones, or in the usual run one of them in
    /// turn.
    private static func survivals(_ point: Int) -> [Survival] {
        Chaos.isThorough ? Survival.allCases : [Survival.allCases[point % Survival.allCases.count]]
    }
}
