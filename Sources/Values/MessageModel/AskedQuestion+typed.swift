public import Expressions
public import Foundation

extension AskedQuestion {
    /// Whether the customer types or sends the answer and there are no options.
    public var isTyped: Bool { !kind.isAnsweredInBubble }
}

/// A request for a typed number.
public struct AskedNumber: Sendable, Hashable {
    public var isWhole: Bool
    public var atLeast: Decimal?
    public var atMost: Decimal?

    public init(isWhole: Bool, atLeast: Decimal?, atMost: Decimal?) {
        self.isWhole = isWhole
        self.atLeast = atLeast
        self.atMost = atMost
    }
}

/// A request for a typed amount.
public struct AskedMoney: Sendable, Hashable {
    public var currency: Currency
    public var atLeast: Decimal?
    public var atMost: Decimal?

    public init(currency: Currency, atLeast: Decimal?, atMost: Decimal?) {
        self.currency = currency
        self.atLeast = atLeast
        self.atMost = atMost
    }
}

/// A request for a typed date. Limits relative to today are relative to the day of the answer.
public struct AskedDate: Sendable, Hashable {
    public var from: DateLimit?
    public var to: DateLimit?
    /// The calendar in a browser, as of the day of the question; other devices have none.
    public var calendar: AskedForm.Days?

    public init(from: DateLimit?, to: DateLimit?, calendar: AskedForm.Days? = nil) {
        self.from = from
        self.to = to
        self.calendar = calendar
    }
}
