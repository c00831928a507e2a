public import Channels
public import ConversationRuntime
public import Expressions
public import MessageModel

/// Where customers' conversations are: what a payment needs to know of them, and where its outcome goes.
public protocol PaymentDesk: Sendable {
    /// The open question that a message asks; `nil` when it is not open any more. Waits while an action reckons the sheet
    /// anew, but not beyond `deadline`.
    func openPay(
        _ question: String, in conversation: ConversationKey, until deadline: Moment
    ) async throws -> OpenPay?

    /// The customer changes something on the sheet.
    func changeSheet(
        of question: String, in conversation: ConversationKey, _ change: PayChange
    ) async throws -> Receipt

    /// Tells the conversation how the sheet was closed. When this returns, all that follows from it is safe.
    func closeSheet(_ reply: PayReply, in conversation: ConversationKey) async throws -> Receipt
}

extension Conversations: PaymentDesk {}
