public import Expressions

/// One line of the audit trail of a payment. Nothing private ever stands in one.
public struct PaymentEntry: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        /// A message with a pay sheet is about to leave.
        case opened
        /// A message with a link is about to leave.
        case linked
        /// The customer has changed something on the sheet.
        case changed
        /// A change was refused.
        case refused
        /// The customer has authorised it, and the money is asked for.
        case authorised
        /// Something was asked of us that does not fit what we asked for; nothing came of it.
        case rejected
        /// The money is asked for once more, under the same key.
        case repeated
        case paid
        case declined
        case failed
        case cancelled
        case expired
        /// The device says that its sheet was closed.
        case closed
        /// Apple has told of the finished order.
        case tracked
        /// The conversation knows how it ended.
        case told
        /// It was paid, and the conversation had gone on.
        case unclaimed
        /// What was known of the customer has been erased.
        case erased
    }

    public var kind: Kind
    public var at: Moment
    /// A few words more, such as an amount or the name of a problem.
    public var detail: String?

    public init(_ kind: Kind, at: Moment, _ detail: String? = nil) {
        self.kind = kind
        self.at = at
        self.detail = detail
    }
}
