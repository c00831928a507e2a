public import Expressions
public import Foundation

/// A question for a number, typed in the format of the customer's language.
public struct NumberQuestion: Sendable {
    /// Whether it must be a whole number.
    public var isWhole: Bool
    public var atLeast: Decimal?
    public var atMost: Decimal?

    public init(isWhole: Bool, atLeast: Decimal?, atMost: Decimal?) {
        self.isWhole = isWhole
        self.atLeast = atLeast
        self.atMost = atMost
    }
}

/// A question for an amount in one currency.
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

/// A question for a calendar date.
public struct DateQuestion: Sendable {
    /// The first accepted date.
    public var from: DateLimit?
    /// The last accepted date.
    public var to: DateLimit?
    /// The date that a calendar initially shows.
    public var preset: DateLimit?

    public init(from: DateLimit?, to: DateLimit?, preset: DateLimit?) {
        self.from = from
        self.to = to
        self.preset = preset
    }
}
