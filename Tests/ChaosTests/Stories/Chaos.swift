import FlowEngine
import Foundation
import Testing

/// Plays stories, several at a time.
enum Chaos {
    private static let engines = Result { try Bots.engines() }

    /// How much is played: a little in the usual run of the tests, much in `make chaos`.
    static let isThorough = number("CHAOS_SEEDS") != nil || wanted != nil
    static let seeds = number("CHAOS_SEEDS") ?? 16
    static let firstSeed = number("CHAOS_FIRST_SEED") ?? 0
    /// A run to replay, such as `seed/7` or `booking/212/torn`.
    static let wanted = ProcessInfo.processInfo.environment["CHAOS_REPLAY"]

    /// The only story to play.
    private static let only = ProcessInfo.processInfo.environment["CHAOS_STORY"]

    /// Whether a story is played, or may be the one to replay.
    static func plays(_ story: Story) -> Bool {
        (only ?? story.name) == story.name && wanted?.hasPrefix("\(story.name)/") ?? true
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }

    /// Plays a story once.
    static func play(_ story: Story, _ plan: Plan) async throws -> Ending {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "usher-chaos-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let engines = try engines.get()
        let shuffle = story.isOrderly ? nil : SeededRandom(plan.seed &+ 2)
        return await Conductor.play(shuffledBy: shuffle) { conductor in
            var play = Play(story, plan, engines, conductor, in: folder)
            return await play.run()
        }
    }

    /// Plays several runs, two at a time, and returns a summary with those that broke a promise.
    static func play(_ runs: [ChaosRun]) async throws -> Sum {
        let runs = wanted.map { name in runs.filter { $0.name == name } } ?? runs
        return try await withThrowingTaskGroup(of: (ChaosRun, Ending).self) { group in
            var sum = Sum()
            for (index, run) in runs.enumerated() {
                if index >= 2, let (run, ending) = try await group.next() { sum.add(run, ending) }
                if index > 0, index.isMultiple(of: 250) { sum.tell("of \(runs.count)") }
                group.addTask { (run, try await play(run.story, run.plan)) }
            }
            for try await (run, ending) in group { sum.add(run, ending) }
            return sum
        }
    }

    /// How often a run is played that must be the same each time.
    static let times = number("CHAOS_TIMES").map { Int($0) } ?? 2

    /// The summary of many runs.
    struct Sum {
        private(set) var runs = 0
        private(set) var crashes = 0
        private(set) var failures = 0
        private(set) var moments = 0
        private(set) var broken: [String] = []

        mutating func add(_ run: ChaosRun, _ ending: Ending) {
            runs += 1
            crashes += ending.crashes
            failures += ending.failures
            moments += ending.kinds.count
            if wanted != nil { print(ending.kinds.map(\.letter).joined()) }
            guard !ending.broken.isEmpty else { return }
            broken.append(
                """
                \(run.name): \(ending.broken.joined(separator: "; "))
                play it again with: \(run.command)
                \(ending.transcript.joined(separator: "\n"))
                """)
        }

        /// Expects that every run kept all promises; shows the first that did not.
        func expectKept(_ place: SourceLocation = #_sourceLocation) {
            let shown = broken.prefix(3).joined(separator: "\n\n")
            #expect(broken.isEmpty, "\(broken.count) of \(runs) runs broke a promise\n\(shown)", sourceLocation: place)
        }

        /// Prints a summary for people.
        func tell(_ what: String) {
            print(
                "chaos: \(what): \(runs) runs, \(crashes) crashes, \(failures) failures of the disk, \(moments) moments"
            )
        }
    }
}
