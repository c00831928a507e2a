public import Channels
import FlowEngine
public import MessageModel

extension Conversations {
    /// Whether a question is the open one of its conversation.
    ///
    /// - Throws: what the store throws.
    public func isOpen(_ question: String, in conversation: ConversationKey) async throws -> Bool {
        guard let stored = try await stored(conversation), stored.session.status == .waiting else { return false }
        return stored.session.open?.ids.contains(question) ?? false
    }

    /// A customer has signed in somewhere, or has not. When this returns, all that follows from it is safe.
    public func closeSignIn(_ reply: SignInReply, in conversation: ConversationKey) async throws -> Receipt {
        try await tell(.signIn(reply), in: conversation)
    }
}
