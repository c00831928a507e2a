import Expressions
import Foundation
import Testing

/// The notation of small values: section 7.7 of the flow language.
@Suite struct LiteralTests {
    @Test(arguments: [
        ("10 minutes", 600_000), ("1 minute", 60_000), ("1 second", 1_000), ("0 seconds", 0), ("2 hours", 7_200_000),
        ("1 day", 86_400_000), ("3 weeks", 1_814_400_000),
        ("1 hour and 30 minutes", 5_400_000), ("1.5 hours", 5_400_000), ("0.001 seconds", 1),
        ("1 day and 1 day", 172_800_000), ("  5   minutes ", 300_000),
    ])
    func `a length of time is read`(_ text: String, _ milliseconds: Int) {
        #expect(Literal.duration(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "5", "minutes", "five minutes", "5m", "5 min", "5minutes", "-5 minutes", "1,5 hours", "1 hour 30 minutes",
        "1 hour, 30 minutes", "1 hour and", "and 5 minutes",
        "1 month", "1 year", "0.0001 seconds", "9999999999999999999999999999 weeks", "5 Minutes", "5 minutes ago",
        "٥ minutes",
    ])
    func `what is no length of time is none`(_ text: String) { #expect(Literal.duration(text) == nil) }

    @Test(arguments: [("2026-12-01", "2026-12-01"), ("0001-01-01", "0001-01-01"), ("2028-02-29", "2028-02-29")])
    func `a date is read`(_ text: String, _ iso: String) throws { #expect(try Literal.date(text).get().iso == iso) }

    @Test(
        arguments: [
            ("1.12.2026", .notADate), ("2026/12/01", .notADate), ("26-12-01", .notADate), ("2026-12-1", .notADate),
            ("2026-12-01 ", .notADate), ("", .notADate),
            ("2026-02-30", .noSuchDay(2026, 2, 30)), ("2026-02-29", .noSuchDay(2026, 2, 29)),
            ("2026-04-31", .noSuchDay(2026, 4, 31)), ("2026-13-01", .noSuchMonth(13)),
            ("2026-00-01", .noSuchMonth(0)), ("2026-01-00", .noSuchDay(2026, 1, 0)), ("٢٠٢٦-١٢-٠١", .notADate),
        ] as [(String, DateMistake)])
    func `why something is no date is told`(_ text: String, _ mistake: DateMistake) {
        #expect(throws: mistake) { try Literal.date(text).get() }
    }

    @Test(arguments: [("9:00", 540), ("09:00", 540), ("0:00", 0), ("23:59", 1439), ("24:00", 1440), ("12:30", 750)])
    func `a time of day is read`(_ text: String, _ minutes: Int) {
        #expect(Literal.timeOfDay(text)?.minutes == minutes)
    }

    @Test(arguments: [
        "", "9", "9:0", "9.00", "24:01", "25:00", "9:60", "009:00", "9:00 am", "-1:00", "9:00:00", ":00", "٩:٠٠",
    ])
    func `what is no time of day is none`(_ text: String) { #expect(Literal.timeOfDay(text) == nil) }

    @Test(arguments: [
        ("12.50 EUR", "12.50 EUR"), ("500 JPY", "500 JPY"), ("1.234 KWD", "1.234 KWD"), ("-5.00 EUR", "-5.00 EUR"),
        ("12.50", "12.50 EUR"), ("0.00", "0.00 EUR"),
    ])
    func `money is read`(_ text: String, _ written: String) throws {
        #expect(try Literal.money(text, currency: Currency("EUR")).get().text == written)
    }

    @Test(arguments: ["12.5 EUR", "12 EUR", "12.500 EUR", "500.00 JPY", "1.23 KWD"])
    func `money has as many decimals as its currency`(_ text: String) {
        #expect { try Literal.money(text, currency: nil).get() } throws: {
            if case .decimals? = $0 as? MoneyMistake { true } else { false }
        }
    }

    @Test func `what is no money is told`() {
        #expect(throws: MoneyMistake.notMoney) { try Literal.money("ten euros", currency: Currency("EUR")).get() }
        #expect(throws: MoneyMistake.notMoney) { try Literal.money("12,50 EUR", currency: nil).get() }
        #expect(throws: MoneyMistake.notMoney) { try Literal.money("€12.50", currency: nil).get() }
        #expect(throws: MoneyMistake.noCurrency) { try Literal.money("12.50", currency: nil).get() }
        #expect(throws: MoneyMistake.unknownCurrency("EURO")) { try Literal.money("12.50 EURO", currency: nil).get() }
        #expect(throws: MoneyMistake.unknownCurrency("eur")) { try Literal.money("12.50 eur", currency: nil).get() }
    }

    @Test(
        arguments: [
            ("0", "0"), ("12", "12"), ("-3", "-3"), ("1.50", "1.5"), ("007", "7"),
            ("1234567890123456789012345678", "1234567890123456789012345678"), ("0.0000000000000000000000000001", nil),
            ("0.000000000000000000000000001", "0.000000000000000000000000001"),
        ] as [(String, String?)])
    func `a number is digits with one point`(_ text: String, _ value: String?) {
        #expect(Decimal(plain: text)?.description == value)
    }

    @Test(arguments: [
        "", "-", ".", ".5", "5.", "1,5", "1 000", "+1", "1e3", "0x1", "--1", "1-", "1.2.3", "٣",
        "12345678901234567890123456789", " 1",
    ])
    func `what is no number is none`(_ text: String) { #expect(Decimal(plain: text) == nil) }

    @Test func `yes and no are four words`() {
        #expect(
            ["yes", "true", "no", "false", "Yes", "y", "on", "1", ""].map { Literal.yesNo($0) } == [
                true, true, false, false, nil, nil, nil, nil, nil,
            ])
    }

    @Test(arguments: [
        ("a", true), ("a-b_2", true), ("größe", true), ("東京", true), ("e\u{301}a", true), ("2a", false), ("-a", false),
        ("_a", false), ("a b", false), ("a.b", false), ("", false), ("a\u{1F600}", false),
        (String(repeating: "a", count: 40), true), (String(repeating: "a", count: 41), false),
    ])
    func `a name begins with a letter and has letters, digits and two signs`(_ text: String, _ isName: Bool) {
        #expect(Name.isIdentifier(text) == isName)
    }

    @Test(
        arguments: [
            ("c d", "c-d"), ("my.step", "my-step"), ("2nd step", nil), ("what?", "what"), ("!!!", nil), ("", nil),
            ("Straße 1", "Straße-1"),
        ] as [(String, String?)])
    func `the nearest name is offered`(_ text: String, _ name: String?) { #expect(Name.identifier(like: text) == name) }
}
