public import Diagnostics
import FlowEngine
import FlowModel

/// The fewest tests that pass every step, answer, exit and line of `when` that no test of the author passes.
///
/// They stand in files of their own, which each run replaces. A test that was written before stays as long as it
/// can be played and passes what it is named for, so that a small edit changes few of them.
public struct WrittenTests: Sendable {
    /// The file of one flow.
    public struct File: Sendable, Hashable {
        /// Its path in the project.
        public let path: String
        /// Its text; `nil` when no test is needed, so that there should be no file.
        public let text: String?
        /// The number of its tests.
        public let tests: Int
    }

    /// How far the search for conversations has come.
    public struct Progress: Sendable {
        /// The flow whose tests are written.
        public let flow: String
        /// The states that were met in the scene.
        public let states: Int
    }

    /// The files of all flows, in the order of the project.
    public let files: [File]
    /// The number of steps and branches that no conversation was found for.
    public let missing: Int

    private static let ending = ".generated.transcript"

    /// The path of the file in which the tests of a flow are written.
    public static func path(of flow: String) -> String { "Flows/\(flow)\(ending)" }

    /// Whether tests are written to a file, so that it is not to be edited.
    public static func areWritten(to path: String) -> Bool { path.hasSuffix(ending) }

    /// Finds the tests.
    ///
    /// - Parameters:
    ///   - items: the steps and branches of the flows that tests are written for.
    ///   - transcripts: all transcripts of the project.
    ///   - isAbandoned: says, before each state, that the rest is to be left out.
    ///   - whenTried: called after each state.
    public init(
        of items: [Coverage.FlowItems], beside transcripts: [SourceFile], with bot: PlayBot,
        limits: ExplorationLimits = ExplorationLimits(), unless isAbandoned: () -> Bool = { false },
        whenTried: (Progress) -> Void = { _ in }
    ) {
        let goals = WayGoals(items, in: bot.bot)
        let own = TestReport(playing: transcripts.filter { !Self.areWritten(to: $0.path) }, with: bot.bot)
        let wanted = Set(goals.all.indices).subtracting(goals.goals(passedBy: own.passages))
        var writers = items.compactMap { item in
            bot.bot.flows.firstIndex { $0.name == item.flow }.map {
                TestWriter(of: $0, goals: goals, with: bot, limits: limits)
            }
        }
        var open = wanted
        for place in writers.indices {
            let flow = writers[place].name
            if let file = transcripts.first(where: { $0.path == Self.path(of: flow) }) {
                writers[place].keep(ThreadText.all(in: file), for: &open)
            }
        }
        // First each flow by itself, then what is only reached from elsewhere, from where customers begin.
        for place in writers.indices {
            writers[place].write(for: &open, isStaying: true, unless: isAbandoned, whenTried)
        }
        if let start = writers.firstIndex(where: { $0.flow == bot.bot.start.flow }) {
            writers[start].write(for: &open, isStaying: false, unless: isAbandoned, whenTried)
        }
        Self.dropNeedless(in: &writers, for: wanted)
        files = writers.map { writer in
            File(path: Self.path(of: writer.name), text: writer.text(for: wanted), tests: writer.tests.count)
        }
        missing = open.count
    }

    /// Drops tests all of whose goals others pass, the longest first.
    private static func dropNeedless(in writers: inout [TestWriter], for wanted: Set<Int>) {
        var counts: [Int: Int] = [:]
        let all = writers.indices.flatMap { writer in
            writers[writer].tests.map { (writer, $0.goal, $0.passed.intersection(wanted), $0.lines.count) }
        }
        for test in all { for goal in test.2 { counts[goal, default: 0] += 1 } }
        let longestFirst = all.enumerated().sorted { ($1.element.3, $0.offset) < ($0.element.3, $1.offset) }
        for (_, (writer, goal, passed, _)) in longestFirst where passed.allSatisfy({ counts[$0, default: 0] > 1 }) {
            for one in passed { counts[one, default: 0] -= 1 }
            writers[writer].tests.removeAll { $0.goal == goal }
        }
    }
}
