public import Channels
public import Expressions
public import JSON

/// A payment in the books: what was asked for in one message, and what has become of it.
public struct Payment: Sendable, Hashable {
    public enum State: String, Sendable, CaseIterable {
        /// Asked for, and nobody has paid yet.
        case opened
        /// Whoever takes the money has been asked, and has not answered.
        case processing
        case paid
        /// A card was refused; while the conversation does not know, another one may be tried.
        case declined
        /// The customer has put it away.
        case cancelled
        /// Nobody could be reached who takes the money.
        case failed
        /// The time in which it could be paid is over.
        case expired
    }

    /// What one line of the order said.
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
    /// The request identifier of the message that asks for it.
    public var question: String
    /// The name of the merchant in `Config/services.yaml`.
    public var merchant: String
    public var state: State
    /// What was asked for; once somebody has paid or tried to, that amount.
    public var amount: Money
    /// The lines that make up the amount; empty when it has been erased or cannot be opened.
    public var items: [Item]
    /// How whoever took the money knows it.
    public var reference: String?
    /// The name of what went wrong.
    public var problem: String?
    public var openedAt: Moment
    public var changedAt: Moment
    /// Until when it can be paid.
    public var expiresAt: Moment
    /// Whether the conversation has been told how it ended.
    public var isTold: Bool
    /// Whether it was paid although the conversation had gone on: somebody has to look after it.
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

/// A payment by its number in the store.
public struct PaymentID: Sendable, Hashable, Comparable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    public static func < (left: PaymentID, right: PaymentID) -> Bool { left.number < right.number }
}

/// A payment that a message is about to ask for.
public struct NewPayment: Sendable, Hashable {
    public var conversation: ConversationKey
    public var question: String
    public var merchant: String
    public var amount: Money
    public var items: [Payment.Item]
    public var at: Moment
    /// When the sheet, or the page, can no longer be used.
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

/// A payment, found by the address of one of its sheets.
public struct KnownSheet: Sendable, Hashable {
    public var payment: Payment
    /// The total that its device was told last.
    public var asked: Money
    /// When the sheet of this address can no longer be used; a message that was sent anew has another.
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
