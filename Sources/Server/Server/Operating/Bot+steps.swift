import ConversationRuntime
import Diagnostics
public import FlowModel

extension Bot {
    /// Returns why a step does not exist, with the nearest existing name; `nil` when it exists.
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
    /// The same for the running bot.
    func mistake(in step: String, of flow: String) -> String? { bot.mistake(in: step, of: flow) }
}
