import Diagnostics
import Expressions
import FlowModel

/// The actions that a payment sheet calls exist, require no inputs that it does not provide, and the one for
/// recalculation responds while the sheet is still waiting.
struct PayActions: Check {
    /// The inputs of both (flow language, 3.10).
    private static let onChange = ["reason", "address", "shipping", "card", "items"]
    private static let whenDone = ["reference", "total", "shipping", "contact", "address", "items"]
    /// What the action for a page of the business is given.
    private static let forPage = ["reference", "total", "items", "result", "language"]
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
            let page = pay.page.map {
                project.problems(ofAction: $0, given: Self.forPage, by: "the payment") + lacking("address", $0, project)
            }
            let poll = pay.poll.map {
                project.problems(ofAction: $0, given: ["reference"], by: "the payment")
                    + lacking("outcome", $0, project)
            }
            return (recalculate ?? []) + (track ?? []) + (page ?? []) + (poll ?? [])
        }
    }

    /// A result that the server needs of an action and that the action does not always give, as a text.
    private func lacking(_ result: String, _ name: Word, _ project: Project) -> [Diagnostic] {
        guard let action = project.action(named: name.value), !action.isDamaged,
            !action.action.gives.contains(where: { $0.name == result && $0.type == .text && !$0.isOptional })
        else { return [] }
        return [
            Diagnostic(
                .missingKey, "`\(name.value)` does not give `\(result)`, a text", at: name.span,
                label: "`\(result)` is missing", help: "add `\(result): text` below its `gives:` in Config/actions.yaml"
            )
        ]
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
