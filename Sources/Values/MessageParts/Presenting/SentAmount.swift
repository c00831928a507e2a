public import Expressions
public import Foundation

/// An amount as it was sent: its digits unchanged, and a currency that may not be valid.
public struct SentAmount: Sendable, Hashable {
    /// The amount, in units of the currency.
    public var amount: Decimal
    /// The currency code as it was sent.
    public var currency: String

    /// An amount with a currency code, which is not validated.
    public init(_ amount: Decimal, _ currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// An amount with a valid currency.
    public init(_ money: Money) { self.init(money.amount, money.currency.code) }

    /// The amount as money; `nil` when the currency is not valid.
    public var money: Money? { Currency(currency).map { Money(amount, $0) } }

    var plainText: String { "\(amount.description) \(currency)" }
}
