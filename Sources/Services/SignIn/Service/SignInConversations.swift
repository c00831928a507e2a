public import Channels
public import ConversationRuntime
public import MessageModel

/// The customers' conversations, as far as sign-ins need them: their open questions, and where outcomes are reported.
public protocol SignInConversations: Sendable {
    /// Whether a question is still the open one of its conversation.
    func isOpen(_ question: String, in conversation: ConversationKey) async throws -> Bool

    /// Reports the outcome of a sign-in to the conversation. When this returns, all of its effects are durable.
    func close(_ reply: SignInReply, in conversation: ConversationKey) async throws -> Receipt
}

extension Conversations: SignInConversations {
    public func close(_ reply: SignInReply, in conversation: ConversationKey) async throws -> Receipt {
        try await closeSignIn(reply, in: conversation)
    }
}
