public import Channels
public import FlowEngine

extension Session {
    /// What channels may say about the conversation.
    public var context: DeliveryContext { DeliveryContext(language: language, intent: intent, group: group) }
}
