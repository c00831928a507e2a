public import Expressions

/// A question that the customer answers by signing in.
public struct SignInQuestion: Sendable {
    /// The index of the provider in the bot.
    public var provider: Int
    /// The requested scopes.
    public var scope: [String]
    /// Additional parameters of the request.
    public var extra: [(name: String, value: Phrase)]

    public init(provider: Int, scope: [String], extra: [(name: String, value: Phrase)]) {
        self.provider = provider
        self.scope = scope
        self.extra = extra
    }
}

/// A question that the customer answers in an iMessage app.
public struct AppQuestion: Sendable {
    /// The index of the app in the bot.
    public var app: Int
    /// The data that is passed to the app.
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
        public var price: Arithmetic
        /// Whether the amount is still pending.
        public var isPending: Bool
        public var each: Each?

        public init(label: Phrase, price: Arithmetic, isPending: Bool, each: Each?) {
            self.label = label
            self.price = price
            self.isPending = isPending
            self.each = each
        }
    }

    public enum Shipping: Sendable {
        case methods([Method])
        /// A name that holds a list of records.
        case list(Name)
    }

    public struct Method: Sendable {
        public var label: Phrase
        public var note: Phrase
        public var price: Arithmetic
        public var id: Phrase?

        public init(label: Phrase, note: Phrase, price: Arithmetic, id: Phrase?) {
            self.label = label
            self.note = note
            self.price = price
            self.id = id
        }
    }

    /// The index of the merchant in the bot.
    public var merchant: Int
    public var lines: [Line]
    /// The expected sum of the lines and the first shipping method.
    public var total: Arithmetic?
    public var shipping: Shipping?
    /// The requested contact fields, in the words of the flow language.
    public var contact: [String]
    public var billing: [String]
    /// The indexes of actions: the one that recalculates when the customer changes something, and the one that is
    /// notified of the completed order.
    public var recalculate: Int?
    public var track: Int?
    /// The one that gives the address of a page of the business, where devices without a pay sheet pay, and the one that
    /// says how a payment there has ended.
    public var page: Int?
    public var poll: Int?
    /// The accepted countries of the payer (ISO 3166); empty accepts any.
    public var countries: [String]

    public init(merchant: Int, lines: [Line]) {
        self.merchant = merchant
        self.lines = lines
        contact = []
        billing = []
        countries = []
    }
}

extension AppQuestion {
    /// The names in the data that is passed to the app.
    public var names: [Name] { data.flatMap(\.value.insertedNames) }
}

extension PayQuestion {
    /// The names in its lines and its shipping methods.
    public var names: [Name] {
        let ofLines = lines.flatMap { line -> [Name] in
            line.label.names + line.price.names + (line.each.map { [$0.list] } ?? [])
        }
        return switch shipping {
        case .methods(let methods)?: ofLines + methods.flatMap { $0.label.names + $0.note.names + $0.price.names }
        case .list(let name)?: ofLines + [name]
        case nil: ofLines
        }
    }
}

extension Question {
    /// Whether it is answered by a payment; the payment data is private until the payment is taken.
    public var takesPayment: Bool {
        if case .pay = kind { true } else { false }
    }
}
