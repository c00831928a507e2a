public import Expressions

/// An entry of a payment's audit log. It never contains anything private.
public struct PaymentEntry: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        /// A message with a pay sheet is about to be sent.
        case opened
        /// A message with a link is about to be sent.
        case linked
        /// The customer changed something on the sheet.
        case changed
        /// A change was refused.
        case refused
        /// The customer authorised the payment, and the processor is called.
        case authorised
        /// A request did not match what we asked for; it had no effect.
        case rejected
        /// The processor is called again, under the same key.
        case repeated
        case paid
        case declined
        case failed
        case cancelled
        case expired
        /// The device reported that its sheet was closed.
        case closed
        /// Apple reported the completed order.
        case tracked
        /// The conversation was notified of the outcome.
        case told
        /// It was paid after the conversation had moved on.
        case unclaimed
        /// The customer's data was erased.
        case erased
    }

    public var kind: Kind
    public var at: Moment
    /// A short detail, such as an amount or the name of a problem.
    public var detail: String?

    public init(_ kind: Kind, at: Moment, _ detail: String? = nil) {
        self.kind = kind
        self.at = at
        self.detail = detail
    }
}

extension PaymentEntry {
    /// The audit log entry for an attempt that has ended.
    public init(_ outcome: PaymentAttempt.Outcome, at moment: Moment) {
        switch outcome {
        case .paid(let reference): self.init(.paid, at: moment, reference)
        case .declined(let problem): self.init(.declined, at: moment, problem)
        case .failed(let problem): self.init(.failed, at: moment, problem)
        }
    }
}
