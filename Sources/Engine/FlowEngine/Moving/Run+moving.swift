import Expressions
import FlowModel

/// Operators have customers go on at a step of their choice.
extension Run {
    /// Goes on at a step, as if the open question led there; whatever else was asked or called is left. Returns why that
    /// cannot be, or `nil`; then the run is of no use.
    mutating func move(to step: String, of flow: String) -> String? {
        guard session.status != .closed else {
            return "the customer has closed the conversation and hears nothing until they write"
        }
        guard let reference = bot.reference(flow: flow, step: step) else {
            return "there is no step `\(flow)/\(step)`"
        }
        let flow = bot.flows[reference.flow]
        if let depth = depth(of: flow.name) {
            giveUpRuns(above: depth)
        } else if let need = flow.needs.first(where: { !$0.isOptional }) {
            return "the flow `\(flow.name)` needs `\(need.name)`, which only a flow gives that runs it"
        }
        do throws(EngineError) {
            try leaveQuestion(for: .step(reference))
        } catch {
            return "\(error)"
        }
        return obstacle
    }

    /// Notes that a step could not be done because a name holds nothing.
    mutating func note(_ empty: EmptyName, in step: Step) {
        obstacle = obstacle ?? "the step `\(step.name)` needs `\(empty.name.text)`, which is empty"
    }
}
