public import Channels
import FlowEngine
public import MessageModel

extension Conversations {
    /// Whether a question is the open question of its conversation.
    ///
    /// - Throws: what the store throws.
    public func isOpen(_ question: String, in conversation: ConversationKey) async throws -> Bool {
        guard let stored = try await stored(conversation), stored.session.status == .waiting else { return false }
        return stored.session.open?.ids.contains(question) ?? false
    }

    /// Handles the result of a sign-in. When this returns, all of its effects are durable.
    ///
    /// A sign-in has one result: the turn that handles it stores the id of the sign-in, so that another result is
    /// `repeated`, even when the commit of the first one appeared to fail and a crash followed.
    public func closeSignIn(_ reply: SignInReply, in conversation: ConversationKey) async throws -> Receipt {
        try await tell(.signIn(reply), in: conversation, id: reply.question.map { "sign-in/\($0)" })
    }
}
