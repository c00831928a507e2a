import ConversationRuntime
import Diagnostics
public import FlowModel

extension Bot {
    /// What is wrong with the name of a step, with the nearest one that there is; `nil` when the step exists.
    public func mistake(in step: String, of flow: String) -> String? {
        if reference(flow: flow, step: step) != nil { return nil }
        guard let start = start(of: flow) else {
            let near = closest(to: flow, among: flows.map(\.name)).map { "; did you mean `\($0)`?" }
            return "there is no flow called `\(flow)`\(near ?? "")"
        }
        let near = closest(to: step, among: flows[start.flow].steps.map(\.name)).map { "; did you mean `\($0)`?" }
        return "the flow `\(flow)` has no step called `\(step)`\(near ?? "")"
    }
}

extension Conversations {
    /// The same for the bot that answers now.
    func mistake(in step: String, of flow: String) -> String? { bot.mistake(in: step, of: flow) }
}
