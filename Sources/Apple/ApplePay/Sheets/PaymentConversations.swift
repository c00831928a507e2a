public import Channels
public import ConversationRuntime
public import Expressions
public import MessageModel

/// Access to customers' conversations: what a payment needs from them, and where its outcome is reported.
public protocol PaymentConversations: Sendable {
    /// Returns the open question that a message asks; `nil` when it is not open any more. Waits while an action
    /// recalculates the sheet, but not beyond `deadline`.
    func openPay(
        _ question: String, in conversation: ConversationKey, until deadline: Moment
    ) async throws -> OpenPay?

    /// Applies a customer's change to the sheet.
    func changeSheet(
        of question: String, in conversation: ConversationKey, _ change: PayChange
    ) async throws -> Receipt

    /// Reports to the conversation how the sheet was closed. When this returns, all consequences are stored.
    func closeSheet(_ reply: PayReply, in conversation: ConversationKey) async throws -> Receipt
}

extension Conversations: PaymentConversations {}
