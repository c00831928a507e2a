public import Diagnostics
public import FlowEngine
public import FlowModel

/// The results of playing transcripts.
public struct TestReport: Sendable {
    /// The result of one test.
    public struct Result: Sendable {
        /// The path of its transcript.
        public var file: String
        /// From 1.
        public var line: Int
        /// Its name in the transcript.
        public var name: String
        /// The difference from the transcript; `nil` when the test has passed.
        public var failure: Diagnostic?
        /// The expected and the actual result, if that is the difference.
        public var sides: TestSides?

        /// Both side by side.
        public var comparison: String? { sides?.text }
    }

    /// The results, file by file in the order written.
    public private(set) var results: [Result] = []
    /// Syntax errors that belong to no test, or are not the first in their test.
    public private(set) var diagnostics: [Diagnostic] = []

    /// The steps and branches that the tests have passed.
    public private(set) var passages: Set<Passage> = []
    /// The flows whose properties were not checked in all conversations, because the bounds were reached.
    public private(set) var partlyChecked: [String] = []
    /// The updates of `bot:` lines, if requested.
    public private(set) var updates: [TranscriptUpdate] = []

    /// The number of tests that fail.
    public var failed: Int { results.count { $0.failure != nil } }
    /// The number of tests that pass.
    public var passed: Int { results.count - failed }

    /// A report without tests.
    public init() {}

    /// Plays transcripts against a bot. Only the bot, its examples and a simulated clock take part, so the same files
    /// always give the same report.
    ///
    /// - Parameters:
    ///   - files: the files in `Flows/` with the extension `transcript`.
    ///   - isUpdating: whether a `bot:` line without a match adds an update instead of failing.
    ///   - whenPlayed: called with the result of each test.
    public init(
        playing files: [SourceFile], with bot: Bot, isUpdating: Bool = false, whenPlayed: (Result) -> Void = { _ in }
    ) {
        let engine = Engine(bot)
        for file in files {
            let (transcript, problems) = TranscriptReader.read(file)
            diagnostics += problems + StatedProperties(of: [file], in: bot).diagnostics
            guard let flow = bot.flows.firstIndex(where: { $0.name == transcript.flow }) else {
                diagnostics.append(Self.unknownFlow(transcript, bot))
                continue
            }
            let start = StepReference(flow: flow, step: bot.flows[flow].start)
            let opener = flow == bot.start.flow ? engine : engine.starting(at: start)
            for test in transcript.tests {
                let player = Player(test, flow: flow, engine: engine, opener: opener, isUpdating: isUpdating)
                let result = play(test, player, in: file)
                results.append(result)
                whenPlayed(result)
            }
        }
    }

    /// Checks the properties that transcripts state, each as a test of its own: in all conversations that begin in their
    /// flow, up to the bounds.
    public mutating func checkProperties(
        of files: [SourceFile], with bot: PlayBot, limits: ExplorationLimits = .ofTests,
        whenChecked: (Result) -> Void = { _ in }
    ) {
        for file in files {
            let stated = StatedProperties(of: [file], in: bot.bot)
            guard let flow = stated.all.first?.flow else { continue }
            let exploration = Exploration(of: bot, beginningIn: flow, limits: limits, stating: stated)
            if !exploration.isComplete { partlyChecked.append(flow) }
            for property in stated.all {
                let span = property.line.span
                var result = Result(
                    file: file.path, line: file.place(of: span.range.lowerBound).line, name: property.words)
                result.failure = exploration.findings.first { $0.span == span }?.diagnostic(at: span)
                if result.failure == nil, exploration.states == 0 {
                    result.failure = Diagnostic(
                        .transcriptSyntax, "no conversation could begin in `\(flow)`, so that this was not checked",
                        at: span)
                }
                results.append(result)
                whenChecked(result)
            }
        }
    }

    private mutating func play(_ test: TestSyntax, _ player: Player, in file: SourceFile) -> Result {
        var result = Result(
            file: file.path, line: file.place(of: test.span.range.lowerBound).line, name: test.name)
        if let problem = test.problem {
            result.failure = problem
            return result
        }
        var player = player
        defer {
            passages.formUnion(player.world.passages)
            updates += player.updates
        }
        do throws(PlayFailure) {
            try player.play()
        } catch {
            result.failure = error.diagnostic
            result.sides = error.sides
        }
        return result
    }

    private static func unknownFlow(_ transcript: TranscriptSyntax, _ bot: Bot) -> Diagnostic {
        Diagnostic(
            .unknownFlow, "there is no flow called `\(transcript.flow)`",
            at: Span(file: transcript.file.path, range: 0..<0), label: "a transcript has the name of its flow",
            help: suggestion(for: transcript.flow, among: bot.flows.map(\.name), are: "the flows are"))
    }

    /// All diagnostics, in order.
    public var allDiagnostics: [Diagnostic] { diagnostics + results.compactMap(\.failure) }
}
