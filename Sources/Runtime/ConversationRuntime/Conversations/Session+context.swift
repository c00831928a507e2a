public import Channels
import Expressions
public import FlowEngine

extension Session {
    /// What channels may disclose about the conversation.
    public var context: DeliveryContext {
        DeliveryContext(language: language, region: region?.code, intent: intent, group: group)
    }
}
