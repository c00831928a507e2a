import Diagnostics
import FlowModel

/// Every action has an example, so that transcripts can play it without the network.
struct ActionExamples: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.actions.actions.filter { $0.action.examples.isEmpty && !$0.isDamaged }.map { action in
            Diagnostic(
                .noExamples, "`\(action.name.value)` has no example, so no transcript can play it",
                at: action.name.span, label: "`examples` is missing",
                help: "add `examples:` with a name, and below it what the action gives")
        }
    }
}
