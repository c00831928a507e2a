import Expressions
import Foundation
import MessageModel
import TestSupport

/// A random cart, calculated twice: as flows do it, and in whole units of the currency. The same seed gives the same
/// cart.
struct RandomCart {
    let sheet: PaySheet
    /// The price of each line in the smallest units.
    let units: [Int]
    /// The price of each shipping method.
    let shipping: [Int]

    var currency: Currency { sheet.currency }

    init(seed: Int) {
        var chance = SeededRandom(seed: UInt64(seed))
        let currency = Currency(["JPY", "EUR", "KWD", "USD", "CLP", "BHD"][chance.number(below: 6)])!
        var lines: [PaySheet.Line] = []
        var units: [Int] = []
        // Some prices have more digits than a binary fraction can represent.
        let dearest = [500, 99_999, 9_007_199_254_740_993][chance.number(below: 3)]
        for index in 0...chance.number(below: 6) {
            let (price, count) = (1 + chance.number(below: dearest), 1 + chance.number(below: 9))
            lines.append(.init(label: "Item \(index)", amount: Self.money(price, currency).reckoned(.times, count, 0)))
            units.append(price * count)
        }
        let subtotal = units.reduce(0, +)
        if chance.number(below: 2) == 0 {
            // Per cent with two decimals, at most 40.
            let rate = chance.number(below: 4_000)
            lines.append(
                .init(label: "Discount", amount: Self.money(-subtotal, currency).reckoned(.times, rate, 4)))
            units.append(-Self.share(rate, of: subtotal))
        }
        if chance.number(below: 2) == 0 {
            let rate = chance.number(below: 2_500)
            let taxed = units.reduce(0, +)
            lines.append(
                .init(
                    label: "Tax", amount: Self.money(taxed, currency).reckoned(.times, rate, 4),
                    isPending: chance.number(below: 2) == 0))
            units.append(Self.share(rate, of: taxed))
        }
        shipping = (0..<chance.number(below: 4)).map { _ in chance.number(below: 3) * chance.number(below: 2_000) }
        let methods = shipping.enumerated().map { index, units in
            PaySheet.Method(
                id: "m\(index)", label: "Way \(index)", note: "Some day", price: Self.money(units, currency))
        }
        self.units = units
        sheet = PaySheet(lines: lines, methods: methods)!
    }

    /// Returns the total with a shipping method, in the smallest units.
    func total(shippingBy index: Int?) -> Int { units.reduce(0, +) + (index.map { shipping[$0] } ?? 0) }

    private static func money(_ units: Int, _ currency: Currency) -> Money {
        let amount = Decimal(
            sign: units < 0 ? .minus : .plus, exponent: -currency.decimals, significand: Decimal(abs(units)))
        return Money(amount, currency)
    }

    /// Returns `rate` ten-thousandths of an amount, rounded half to even, in integers.
    private static func share(_ rate: Int, of units: Int) -> Int {
        let (product, whole) = (rate.multipliedFullWidth(by: units), 10_000)
        let (quotient, rest) = whole.dividingFullWidth(product)
        let isUp = rest * 2 > whole || rest * 2 == whole && quotient % 2 == 1
        return quotient + (isUp ? 1 : 0)
    }
}

extension Money {
    /// Calculates as a flow does: with the language's arithmetic and a number with this many decimals.
    fileprivate func reckoned(_ sign: Arithmetic.Sign, _ digits: Int, _ decimals: Int) -> Money {
        let number = Decimal(sign: .plus, exponent: -decimals, significand: Decimal(digits))
        let sum = Arithmetic.binary(sign, .constant(.money(self)), .constant(.number(number)))
        guard case .money(let money)? = sum.value(in: NoNames()) else { preconditionFailure("a sum has no value") }
        return money
    }
}

private struct NoNames: Scope {
    func value(ofRoot root: String) -> Value? { nil }
    func value(of name: Name) -> Value? { nil }
}

/// A random generator that repeats its numbers for the same seed (xorshift).
