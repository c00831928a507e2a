public import Expressions
public import Foundation

/// An amount as it was sent: its digits as they are, and a currency that may be none.
public struct SentAmount: Sendable, Hashable {
    public var amount: Decimal
    public var currency: String

    public init(_ amount: Decimal, _ currency: String) {
        self.amount = amount
        self.currency = currency
    }

    public init(_ money: Money) { self.init(money.amount, money.currency.code) }

    /// The amount, where the currency is one.
    public var money: Money? { Currency(currency).map { Money(amount, $0) } }

    var plainText: String { "\(amount.description) \(currency)" }
}
