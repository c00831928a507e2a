import Diagnostics
import Expressions
import FlowModel

/// The actions that a payment sheet calls exist, require no inputs that it does not provide, and the one for
/// recalculation responds while the sheet is still waiting.
struct PayActions: Check {
    /// The inputs of both (flow language, 3.10).
    private static let onChange = ["reason", "address", "shipping", "card", "items"]
    private static let whenDone = ["reference", "total", "shipping", "contact", "address", "items"]
    /// The sheet times out after 30 seconds (Apple Pay, Messages: the update endpoints).
    private static let longest = TimeLength.seconds(25)

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.flows.flatMap(\.steps).flatMap { step -> [Diagnostic] in
            guard case .pay(let pay)? = step.question?.kind else { return [] }
            let recalculate = pay.recalculate.map {
                project.problems(ofAction: $0, given: Self.onChange, by: "the pay sheet") + slow($0, project)
            }
            let track = pay.track.map { project.problems(ofAction: $0, given: Self.whenDone, by: "the finished order") }
            return (recalculate ?? []) + (track ?? [])
        }
    }

    private func slow(_ name: Word, _ project: Project) -> [Diagnostic] {
        guard let action = project.action(named: name.value), !action.isDamaged,
            action.action.timeout > Self.longest
        else { return [] }
        let seconds = action.action.timeout.seconds
        return [
            Diagnostic(
                .recalculateTooSlow, "`\(name.value)` may take \(seconds) seconds; the sheet waits 30", at: name.span,
                label: "too slow", help: "give it `timeout: 25 seconds` or less in Config/actions.yaml")
        ]
    }
}
