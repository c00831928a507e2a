public import Channels
public import Expressions
public import JSON

/// A payment in the payment store: what one message requested, and its outcome.
public struct Payment: Sendable, Hashable {
    public enum State: String, Sendable, CaseIterable {
        /// Requested; no payment has been attempted yet.
        case opened
        /// The payment processor has been called and has not responded.
        case processing
        case paid
        /// A card was declined; until the conversation is notified, another one may be tried.
        case declined
        /// The customer cancelled it.
        case cancelled
        /// The payment processor could not be reached.
        case failed
        /// The time to pay has passed.
        case expired
    }

    /// One line item of the order.
    public struct Item: Sendable, Hashable {
        public var label: String
        public var amount: Money

        public init(label: String, amount: Money) {
            self.label = label
            self.amount = amount
        }
    }

    public var id: PaymentID
    public var conversation: ConversationKey
    /// The request identifier of the message that requests it.
    public var question: String
    /// The merchant's name in `Config/services.yaml`.
    public var merchant: String
    public var state: State
    /// The requested amount; once a payment has been made or attempted, that amount.
    public var amount: Money
    /// The line items that make up the amount; empty when they have been erased or cannot be decrypted.
    public var items: [Item]
    /// The payment processor's reference.
    public var reference: String?
    /// The name of the error.
    public var problem: String?
    public var openedAt: Moment
    public var changedAt: Moment
    /// When the time to pay ends.
    public var expiresAt: Moment
    /// Whether the conversation has been notified of the outcome.
    public var isTold: Bool
    /// Whether it was paid after the conversation had moved on: an operator must handle it.
    public var isUnclaimed: Bool

    public init(
        id: PaymentID, conversation: ConversationKey, question: String, merchant: String, state: State = .opened,
        amount: Money, items: [Item], openedAt: Moment, expiresAt: Moment
    ) {
        self.id = id
        self.conversation = conversation
        self.question = question
        self.merchant = merchant
        self.state = state
        self.amount = amount
        self.items = items
        self.openedAt = openedAt
        self.changedAt = openedAt
        self.expiresAt = expiresAt
        isTold = false
        isUnclaimed = false
    }
}

/// The number of a payment in the store.
public struct PaymentID: Sendable, Hashable, Comparable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    public static func < (left: PaymentID, right: PaymentID) -> Bool { left.number < right.number }
}

/// A payment that a message is about to request.
public struct NewPayment: Sendable, Hashable {
    public var conversation: ConversationKey
    public var question: String
    public var merchant: String
    public var amount: Money
    public var items: [Payment.Item]
    public var at: Moment
    /// When the sheet, or the page, expires.
    public var expiresAt: Moment

    public init(
        conversation: ConversationKey, question: String, merchant: String, amount: Money, items: [Payment.Item],
        at: Moment, expiresAt: Moment
    ) {
        self.conversation = conversation
        self.question = question
        self.merchant = merchant
        self.amount = amount
        self.items = items
        self.at = at
        self.expiresAt = expiresAt
    }
}

/// A payment looked up by the address of one of its sheets.
public struct KnownSheet: Sendable, Hashable {
    public var payment: Payment
    /// The total last sent to its device.
    public var asked: Money
    /// When the sheet at this address expires; a message that was sent again has another.
    public var expiresAt: Moment

    public init(_ payment: Payment, asked: Money, expiresAt: Moment) {
        self.payment = payment
        self.asked = asked
        self.expiresAt = expiresAt
    }
}

extension Payment.Item: JSONRepresentable {
    public var json: JSONValue { ["label": .string(label), "amount": Value.money(amount).json] }

    public init(json: JSONValue) throws(JSONError) {
        guard case .money(let amount) = try Value(json: try json.required("amount")) else {
            throw JSONError("`amount` is not money")
        }
        self.init(label: try json.string("label"), amount: amount)
    }
}
