import Expressions
import Foundation
import JSON
import MessageModel
import TestSupport
import Testing

/// The total of a pay sheet, and its stored form.
@Suite struct PaySheetTests {
    /// A seeded random generator (SplitMix64).
    private static func euros(_ cents: Int) throws -> Money {
        Money(Decimal(cents) / 100, try #require(Currency("EUR")))
    }

    /// Returns an amount of this many of the smallest units, created without division.
    private static func money(_ units: Int, _ currency: Currency) -> Money {
        Money(
            Decimal(sign: units < 0 ? .minus : .plus, exponent: -currency.decimals, significand: Decimal(abs(units))),
            currency)
    }

    @Test(arguments: ["JPY", "EUR", "KWD"], 0..<200)
    func `sums agree to the last unit with whole numbers`(_ code: String, _ seed: Int) throws {
        let currency = try #require(Currency(code))
        var chance = SeededRandom(seed: UInt64(seed))
        let units = (0..<Int.random(in: 1...30, using: &chance)).map { _ in
            Int.random(in: -999...999_999, using: &chance)
        }
        let prices = (0..<Int.random(in: 0...4, using: &chance)).map { _ in Int.random(in: 0...99_999, using: &chance) }
        let lines = units.map { PaySheet.Line(label: "\($0)", amount: Self.money($0, currency)) }
        let methods = prices.enumerated().map { place, price in
            PaySheet.Method(id: "\(place)", label: "\(place)", note: "", price: Self.money(price, currency))
        }
        let expected = units.reduce(0, +) + (prices.first ?? 0)
        guard var sheet = PaySheet(lines: lines, methods: methods) else {
            #expect(expected <= 0, "only a sheet of nothing is refused")
            return
        }
        #expect(sheet.total == Self.money(expected, currency))
        for (place, price) in prices.enumerated() {
            sheet = sheet.changed(by: .shipping("\(place)"))
            #expect(sheet.total == Self.money(units.reduce(0, +) + price, currency))
            #expect(try PaySheet(json: JSONValue(parsing: sheet.json.text)) == sheet)
        }
    }

    @Test func `what cannot be paid is no sheet`() throws {
        let dollars = Money(1, try #require(Currency("USD")))
        let euro = try Self.euros(100)
        let line = PaySheet.Line(label: "Bread", amount: euro)
        let half = PaySheet.Line(
            label: "Half a cent", amount: Money(Decimal(sign: .plus, exponent: -3, significand: 5), euro.currency))
        let nothing = PaySheet.Line(label: "Voucher", amount: try Self.euros(-100))
        let method = PaySheet.Method(id: "a", label: "A", note: "", price: euro)
        #expect(PaySheet(lines: [], methods: []) == nil)
        #expect(PaySheet(lines: [line, nothing], methods: []) == nil)
        #expect(PaySheet(lines: [line, half], methods: []) == nil, "money is never rounded silently")
        #expect(PaySheet(lines: [line, PaySheet.Line(label: "Tip", amount: dollars)], methods: []) == nil)
        #expect(PaySheet(lines: [line], methods: [method, method]) == nil, "two ways of shipping cannot be told apart")
        #expect(PaySheet(lines: [line, nothing], methods: [method])?.total == euro)
    }

    @Test func `a change that makes no sum leaves the sheet as it was`() throws {
        let line = PaySheet.Line(label: "Bread", amount: try Self.euros(420))
        let sheet = try #require(PaySheet(lines: [line], methods: []))
        let free = PaySheet.Line(label: "Bread", amount: try Self.euros(0))
        #expect(sheet.changed(by: .card("debit"), lines: [free], methods: nil) == nil)
        #expect(sheet.changed(by: .card("debit"), lines: [], methods: nil) == nil)
        #expect(sheet.changed(by: .card("debit"), lines: nil, methods: nil)?.card == "debit")
        let refused = sheet.refusing(.card("debit"), "Not that one.")
        #expect(refused.total == sheet.total && refused.card == nil)
        #expect(try PaySheet(json: JSONValue(parsing: refused.json.text)) == refused)
    }

    @Test func `the chosen way of shipping stays while it is offered`() throws {
        let line = PaySheet.Line(label: "Bread", amount: try Self.euros(420))
        let methods = try ["a", "b"].map { PaySheet.Method(id: $0, label: $0, note: "", price: try Self.euros(100)) }
        let sheet = try #require(PaySheet(lines: [line], methods: methods)).changed(by: .shipping("b"))
        let dearer = try methods.map {
            PaySheet.Method(id: $0.id, label: $0.label, note: "", price: try Self.euros(300))
        }
        #expect(sheet.changed(by: .card("credit"), lines: nil, methods: dearer)?.chosen == "b")
        #expect(sheet.changed(by: .card("credit"), lines: nil, methods: Array(dearer.prefix(1)))?.chosen == "a")
    }
}
