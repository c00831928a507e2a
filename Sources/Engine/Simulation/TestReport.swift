public import Diagnostics
public import FlowEngine
public import FlowModel

/// What came of playing transcripts.
public struct TestReport: Sendable {
    public struct Result: Sendable {
        public var file: String
        /// From 1.
        public var line: Int
        public var name: String
        /// What went another way than written; `nil` when nothing did.
        public var failure: Diagnostic?
        /// What was expected beside what happened.
        public var comparison: String?
    }

    public private(set) var results: [Result] = []
    /// What could not be read and belongs to no test, or is not the first in it.
    public private(set) var diagnostics: [Diagnostic] = []

    /// The steps and ways that the tests have passed.
    public private(set) var passages: Set<Passage> = []
    /// What `bot:` lines should say, where that was asked for.
    public private(set) var updates: [TranscriptUpdate] = []

    public var failed: Int { results.count { $0.failure != nil } }
    public var passed: Int { results.count - failed }

    /// Nothing was played.
    public init() {}

    /// Plays transcripts against a bot. Nothing but the bot, its examples and a clock of its own takes part, so the same
    /// files always give the same report.
    ///
    /// - Parameters:
    ///   - files: what lies in `Flows/` with the ending `transcript`.
    ///   - isUpdating: whether a `bot:` line that finds nothing is no failure but one of `updates`.
    ///   - whenPlayed: told of each test when it has been played.
    public init(
        playing files: [SourceFile], with bot: Bot, isUpdating: Bool = false, whenPlayed: (Result) -> Void = { _ in }
    ) {
        let engine = Engine(bot)
        for file in files {
            let (transcript, problems) = TranscriptReader.read(file)
            diagnostics += problems
            guard let flow = bot.flows.firstIndex(where: { $0.name == transcript.flow }) else {
                diagnostics.append(Self.unknownFlow(transcript, bot))
                continue
            }
            var opening = bot
            opening.start = StepReference(flow: flow, step: bot.flows[flow].start)
            let own = flow == bot.start.flow ? engine : Engine(opening)
            for test in transcript.tests {
                let result = play(test, flow: flow, own, isUpdating: isUpdating, in: file)
                results.append(result)
                whenPlayed(result)
            }
        }
    }

    private mutating func play(
        _ test: TestSyntax, flow: Int, _ engine: Engine, isUpdating: Bool, in file: SourceFile
    ) -> Result {
        var result = Result(
            file: file.path, line: file.place(of: test.span.range.lowerBound).line, name: test.name)
        if let problem = test.problem {
            result.failure = problem
            return result
        }
        var player = Player(test, flow: flow, engine: engine, isUpdating: isUpdating)
        defer {
            passages.formUnion(player.world.passages)
            updates += player.updates
        }
        do throws(PlayFailure) {
            try player.play()
        } catch {
            result.failure = error.diagnostic
            result.comparison = error.comparison
        }
        return result
    }

    private static func unknownFlow(_ transcript: TranscriptSyntax, _ bot: Bot) -> Diagnostic {
        Diagnostic(
            .unknownFlow, "there is no flow called `\(transcript.flow)`",
            at: Span(file: transcript.file.path, range: 0..<0), label: "a transcript has the name of its flow",
            help: suggestion(for: transcript.flow, among: bot.flows.map(\.name), are: "the flows are"))
    }

    /// Everything there is to say, in order.
    public var allDiagnostics: [Diagnostic] { diagnostics + results.compactMap(\.failure) }
}
