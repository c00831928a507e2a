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
    ///
    /// A sign-in has one result: the turn that carries it keeps the id of the sign-in, so that another result is `repeated`,
    /// also when the commit of the first one seemed to fail and a crash followed.
    public func closeSignIn(_ reply: SignInReply, in conversation: ConversationKey) async throws -> Receipt {
        try await tell(.signIn(reply), in: conversation, id: reply.question.map { "sign-in/\($0)" })
    }
}
