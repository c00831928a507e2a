public import Channels
public import ConversationRuntime
public import MessageModel

/// Where customers' conversations are: what a sign-in needs to know of them, and where its outcome goes.
public protocol SignInDesk: Sendable {
    /// Whether a question is still the open one of its conversation.
    func isOpen(_ question: String, in conversation: ConversationKey) async throws -> Bool

    /// Tells the conversation what came of a sign-in. When this returns, all that follows from it is safe.
    func close(_ reply: SignInReply, in conversation: ConversationKey) async throws -> Receipt
}

extension Conversations: SignInDesk {
    public func close(_ reply: SignInReply, in conversation: ConversationKey) async throws -> Receipt {
        try await closeSignIn(reply, in: conversation)
    }
}
