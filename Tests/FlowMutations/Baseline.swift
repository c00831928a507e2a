import Diagnostics
import FlowCompiler
import FlowModel
public import SampleProjects
import Simulation

/// A project as it is, with all that is found in it, so that what a mutation changes stands out.
public struct Baseline: Sendable {
    public let project: SampleProject
    private let bounds: MutationBounds
    private let bot: PlayBot
    /// The transcripts of the author.
    private let own: [SourceFile]
    /// Those that `usher test --write` adds.
    private let written: [SourceFile]
    private let found: Findings
    private let failing: Set<String>

    /// - Returns: `nil` when the project has errors.
    public init?(_ project: SampleProject, within bounds: MutationBounds) {
        let compilation = Compiler.compile(project.files, options: SampleProject.options)
        guard let bot = compilation.bot else { return nil }
        self.project = project
        self.bounds = bounds
        self.bot = PlayBot(bot)
        own = project.transcripts.filter { !WrittenTests.areWritten(to: $0.path) }
        let end = ContinuousClock.now + .seconds(bounds.seconds)
        let tests = WrittenTests(
            of: compilation.items, beside: own, with: self.bot, unless: { ContinuousClock.now > end })
        written = tests.files.compactMap { file in file.text.map { SourceFile(path: file.path, text: $0) } }
        found = Findings(compilation, self.bot, own, within: bounds)
        failing = Self.failing(own + written, bot)
    }

    /// The number of tests that the author has written.
    public var tests: Int { own.reduce(0) { $0 + $1.lines.count { $0.hasPrefix("test:") } } }
    /// The number of lines that state what always or never happens.
    public var properties: Int {
        own.reduce(0) { $0 + $1.lines.count { $0.hasPrefix("always:") || $0.hasPrefix("never:") } }
    }
    /// The number of tests that `usher test --write` adds.
    public var writtenTests: Int { written.reduce(0) { $0 + $1.lines.count { $0.hasPrefix("test:") } } }

    /// Looks at a mutation with everything that may notice it.
    public func outcome(of mutation: Mutation) -> MutationOutcome {
        let compilation = Compiler.compile(mutation.applied(to: project.files), options: SampleProject.options)
        guard let bot = compilation.bot else {
            return MutationOutcome(
                project: project.name, mutation: mutation, catchers: [.check], isRefused: true, isCut: false)
        }
        var catchers: Set<Catcher> = []
        if !project.newDiagnostics(in: compilation.report).isEmpty { catchers.insert(.check) }
        let play = PlayBot(bot)
        let now = Findings(compilation, play, own, within: bounds)
        if !now.faults.isSubset(of: found.faults) { catchers.insert(.explore) }
        if !now.broken.isSubset(of: found.broken) { catchers.insert(.properties) }
        if !Self.failing(own, bot).isSubset(of: failing) { catchers.insert(.tests) }
        if !Self.failing(written, bot).isSubset(of: failing) { catchers.insert(.written) }
        let comparison = self.comparison(with: play)
        if !comparison.changes.isEmpty { catchers.insert(.diff) }
        return MutationOutcome(
            project: project.name, mutation: mutation, catchers: catchers, isRefused: false,
            isCut: !now.isComplete || !comparison.isComplete)
    }

    private func comparison(with other: PlayBot) -> Comparison {
        let began = ContinuousClock.now
        let time = Duration.seconds(bounds.seconds)
        var limits = ExplorationLimits.ofComparisons
        limits.states = bounds.states
        return Comparison(from: bot, to: other, limits: limits, showing: 0) { progress in
            began.duration(to: .now) > time * progress.share
        }
    }

    /// The tests that fail, by their places.
    private static func failing(_ transcripts: [SourceFile], _ bot: Bot) -> Set<String> {
        let report = TestReport(playing: transcripts, with: bot)
        return Set(report.results.filter { $0.failure != nil }.map { "\($0.file):\($0.line)" })
    }
}

extension Compilation {
    /// What tests can pass.
    fileprivate var items: [Coverage.FlowItems] {
        steps.map { steps in
            Coverage.FlowItems(
                flow: steps.flow,
                items: steps.items.map { .init(step: $0.step, way: $0.way, words: $0.words, span: $0.span) })
        }
    }
}
