public import Expressions
public import Foundation

/// A question for a number, typed the way the customer's language writes it.
public struct NumberQuestion: Sendable {
    /// Whether it has to be a whole number.
    public var isWhole: Bool
    public var atLeast: Decimal?
    public var atMost: Decimal?

    public init(isWhole: Bool, atLeast: Decimal?, atMost: Decimal?) {
        self.isWhole = isWhole
        self.atLeast = atLeast
        self.atMost = atMost
    }
}

/// A question for an amount of one currency.
public struct MoneyQuestion: Sendable {
    public var currency: Currency
    /// In the currency of the question.
    public var atLeast: Decimal?
    public var atMost: Decimal?

    public init(currency: Currency, atLeast: Decimal?, atMost: Decimal?) {
        self.currency = currency
        self.atLeast = atLeast
        self.atMost = atMost
    }
}

/// A question for a day of the calendar.
public struct DateQuestion: Sendable {
    /// The first day that is taken.
    public var from: DateLimit?
    /// The last.
    public var to: DateLimit?
    /// The day that a calendar shows first.
    public var preset: DateLimit?

    public init(from: DateLimit?, to: DateLimit?, preset: DateLimit?) {
        self.from = from
        self.to = to
        self.preset = preset
    }
}
