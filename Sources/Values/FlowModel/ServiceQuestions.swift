public import Expressions

/// A question that the customer answers by signing in somewhere.
public struct SignInQuestion: Sendable {
    /// The place of the provider in the bot.
    public var provider: Int
    /// What is asked for.
    public var scope: [String]
    /// Further parameters of the request.
    public var extra: [(name: String, value: Phrase)]

    public init(provider: Int, scope: [String], extra: [(name: String, value: Phrase)]) {
        self.provider = provider
        self.scope = scope
        self.extra = extra
    }
}

/// A question that the customer answers in an iMessage app.
public struct AppQuestion: Sendable {
    /// The place of the app in the bot.
    public var app: Int
    /// What the app is told.
    public var data: [(name: String, value: Assignment)]
    /// Whether the bubble shows the app itself.
    public var isLive: Bool

    public init(app: Int, data: [(name: String, value: Assignment)], isLive: Bool) {
        self.app = app
        self.data = data
        self.isLive = isLive
    }
}

/// A question that the customer answers by paying.
public struct PayQuestion: Sendable {
    public struct Line: Sendable {
        public var label: Phrase
        public var price: Sum
        /// Whether the amount is not settled yet.
        public var isPending: Bool
        public var each: Each?

        public init(label: Phrase, price: Sum, isPending: Bool, each: Each?) {
            self.label = label
            self.price = price
            self.isPending = isPending
            self.each = each
        }
    }

    public enum Shipping: Sendable {
        case methods([Method])
        /// A list of records that a name holds.
        case list(Name)
    }

    public struct Method: Sendable {
        public var label: Phrase
        public var note: Phrase
        public var price: Sum
        public var id: Phrase?

        public init(label: Phrase, note: Phrase, price: Sum, id: Phrase?) {
            self.label = label
            self.note = note
            self.price = price
            self.id = id
        }
    }

    /// The place of the merchant in the bot.
    public var merchant: Int
    public var lines: [Line]
    /// What lines and the first way of shipping have to make.
    public var total: Sum?
    public var shipping: Shipping?
    /// What is asked about the customer, in the words of the flow language.
    public var contact: [String]
    public var billing: [String]
    /// The places of actions: the one that reckons anew when the customer changes something, and the one that is told of
    /// the finished order.
    public var recalculate: Int?
    public var track: Int?
    /// Countries of ISO 3166 from which is paid; none is any.
    public var countries: [String]

    public init(merchant: Int, lines: [Line]) {
        self.merchant = merchant
        self.lines = lines
        contact = []
        billing = []
        countries = []
    }
}

extension Question {
    /// Whether it is answered by paying; what pays is private until it is taken.
    var takesPayment: Bool {
        if case .pay = kind { true } else { false }
    }
}
