import Expressions
import FlowModel

/// Moving customers to another step on behalf of an operator.
extension TurnBuilder {
    /// Continues at a step, as if the open question led there; any other question or call is abandoned. When that is
    /// not possible, the event is ignored, and this turn must be discarded.
    mutating func move(to step: String, of flow: String) -> Handling {
        guard session.status != .closed else {
            return .ignored("the customer has closed the conversation and receives no messages until they write")
        }
        guard let reference = bot.reference(flow: flow, step: step) else {
            return .ignored("there is no step `\(flow)/\(step)`")
        }
        let flow = bot.flows[reference.flow]
        if let depth = depth(of: flow.name) {
            giveUpRuns(above: depth)
        } else if let need = flow.needs.first(where: { !$0.isOptional }) {
            return .ignored("the flow `\(flow.name)` needs `\(need.name)`, which only a flow that runs it can pass")
        }
        do throws(EngineError) {
            try leaveQuestion(for: .step(reference))
        } catch {
            return .ignored("\(error)")
        }
        return trace.obstacle.map { .ignored($0) } ?? .handled
    }

    /// Records that a step could not be performed because a name is empty.
    mutating func note(_ empty: EmptyName, in step: Step) {
        trace.note("the step `\(step.name)` needs `\(empty.name.text)`, which is empty")
    }
}
