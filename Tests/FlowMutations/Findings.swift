import Diagnostics
import FlowCompiler
import Simulation

/// What an exploration finds in a bot, as far as it differs from what it finds in another one.
struct Findings: Sendable {
    struct Fault: Hashable, Sendable {
        let code: DiagnosticCode
        let step: PlayStep
    }

    /// What customers would stumble over, without what the compiler reports already.
    private(set) var faults: Set<Fault> = []
    /// The lines of transcripts that do not hold.
    private(set) var broken: Set<Span> = []
    /// Whether no bound was met.
    let isComplete: Bool

    init(
        _ compilation: Compilation, _ bot: PlayBot, _ transcripts: [SourceFile], within bounds: MutationBounds
    ) {
        var limits = ExplorationLimits()
        limits.states = bounds.states
        let end = ContinuousClock.now + .seconds(bounds.seconds)
        let exploration = Exploration(
            of: bot, limits: limits, stating: StatedProperties(of: transcripts, in: bot.bot),
            unless: { _ in ContinuousClock.now > end })
        isComplete = exploration.isComplete && exploration.unchecked.isEmpty
        let reported = compilation.unreachableSteps
        for finding in exploration.findings {
            if finding.code == .propertyBroken {
                broken.insert(finding.diagnostic(at: Span(file: "", range: 0..<0)).span)
            } else if finding.code != .neverReached || !reported.contains(finding.step) {
                faults.insert(Fault(code: finding.code, step: finding.step))
            }
        }
    }
}

extension Compilation {
    /// The steps that the compiler reports as unreachable.
    fileprivate var unreachableSteps: Set<PlayStep> {
        let spans = Set(
            report.diagnostics.filter { $0.code == .unreachableStep || $0.code == .unreachableFlow }.map(\.span))
        let all = steps.flatMap { flow in
            flow.items.filter { $0.way == nil && spans.contains($0.span) }.map {
                PlayStep(flow: flow.flow, step: $0.step)
            }
        }
        return Set(all)
    }
}
