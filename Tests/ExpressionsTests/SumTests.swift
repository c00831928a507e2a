import Diagnostics
import Expressions
import Foundation
import Testing

/// Values that are set: section 4.5 of the flow language.
@Suite struct SumTests {
    private static let names = Names(
        [
            "n": number("3"), "zero": number("0"), "third": number("0.3333333333333333333333333333"),
            "price": money("24.90 EUR"), "cent": money("0.01 EUR"),
            "yen": money("100 JPY"), "day": .date(date("2026-12-01")),
            "slot": .time(TimeSlot(start: moment("2026-12-01 10:00"), duration: .minutes(45))),
            "wait": .duration(.minutes(90)), "name": .text("Ana"), "count": choice("2"), "colour": choice("Red"),
            "list": .list([.text("a")]), "none": .list([]),
        ],
        types: [
            "empty": .number, "gone": .list(.text), "no_money": .money, "list": .list(.text), "none": .list(nil),
            "unsure": .unknown,
            "count": .choice(.init(answers: [.init(id: "1", label: "1"), .init(id: "2", label: "2")])),
        ])

    private func reckon(_ text: String) throws -> Value? {
        let (assigned, problems) = AssignedSyntax.parse(text, isQuoted: false, .berlin)
        try #require(problems == [], "\(text): \(problems)")
        guard case .sum(let syntax) = assigned else {
            Issue.record("\(text) was not read as a sum, but as \(assigned)")
            return nil
        }
        let (sum, type, more) = syntax.resolved(in: Self.names, .berlin)
        try #require(more == [], "\(text): \(more)")
        let value = try #require(sum).value(in: Self.names)
        if let value {
            #expect(type == .unknown || type == value.type || type.isList && value.type.isList, "\(text) is \(type)")
        }
        return value
    }

    @Test(arguments: [
        ("2 + 3", "5"), ("2 - 3", "-1"), ("2 * 3", "6"), ("6 / 3", "2"), ("2 + 3 * 4", "14"), ("(2 + 3) * 4", "20"),
        ("2 * (3 + 4) * 5", "70"), ("10 - 3 - 2", "5"),
        ("24 / 4 / 2", "3"), ("2 * 3 + 4 * 5", "26"), ("-2 + 3", "1"), ("2 * -3", "-6"), ("2 - -3", "5"),
        ("(-2)", "-2"), ("2+3", "5"), ("2*3", "6"), ("6/3", "2"), ("((2))", "2"),
        ("{n} + 1", "4"), ("{n}*{n}", "9"), ("0.1 + 0.2", "0.3"), ("1.10 * 3", "3.3"), ("{count} * 2", "4"),
        ("{count} + {n}", "5"), ("1 / 3 * 3", "1"), ("2 / 3 + 1 / 3", "1"),
        ("1 / 3", "0.3333333333333333333333333333"), ("2 / 3", "0.6666666666666666666666666667"), ("10 / 4", "2.5"),
        ("1 / 8", "0.125"), ("{empty, or 4} + 1", "5"), ("{n, or 4} + 1", "4"),
        ("1234567890123456789012345678 + 1", "1234567890123456789012345679"),
        ("100000000000000 * 10000000000000", "1000000000000000000000000000"), ("7", "7"), ("{n}", "3"),
        ("0.0000000001 * 0.0000000001", "0.00000000000000000001"),
    ])
    func `numbers are reckoned exactly, times before plus`(_ text: String, _ value: String) throws {
        #expect(try reckon(text) == number(value))
    }

    @Test(arguments: [
        "{tiny} * {tiny}", "{tiny} * {tiny} * {tiny}", "{tiny} * 0.1", "{tiny} / {tiny} * {tiny}",
        "{tiny} + {tiny} / {huge}",
        "1 / {tiny} / {tiny}", "{tiny} * {wait}", "{tiny} * {tiny} + 1 - {tiny} * {tiny}", "{huge} * {huge} * {huge}",
        "1 / {huge} / {huge} / {huge} / {huge}",
    ]) func `numbers beyond all digits are none, or near enough`(_ text: String) throws {
        for number in ["1e-127", "1e-128", "1e-65", "1e-28"] {
            let names = Names(
                ["tiny": .number(decimal(number)), "huge": .number(decimal("1e127")), "wait": .duration(.minutes(90))],
                types: [:])
            let (assigned, _) = AssignedSyntax.parse(text, isQuoted: false, .berlin)
            guard case .sum(let syntax) = assigned else {
                Issue.record("\(text) is no sum")
                return
            }
            _ = try #require(syntax.resolved(in: names, .berlin).0).value(in: names)
        }
    }

    @Test(arguments: [
        ("3 days after {day}", "2026-12-04"), ("1 week before {day}", "2026-11-24"),
        ("{n} days after {day}", "2026-12-04"),
        ("{n} weeks before {day}", "2026-11-10"), ("({n} + 1) days after {day}", nil),
        ("{count} days after {day} + 1 day", "2026-12-04"), ("{empty} days after {day}", nil),
    ])
    func `a date is reckoned from another one`(_ text: String, _ day: String?) throws {
        let (assigned, _) = AssignedSyntax.parse(text, isQuoted: false, .berlin)
        guard case .sum = assigned else { return #expect(day == nil, "\(text) was read as \(assigned)") }
        #expect(try reckon(text) == day.map { .date(date($0)) })
    }

    @Test func `items are taken from lists`() throws {
        #expect(try reckon("{list} + {name}") == .list([.text("a"), .text("Ana")]))
        #expect(try reckon("{list} + {name} - {list}") == .list([.text("Ana")]))
        #expect(try reckon("{list} - {name}") == .list([.text("a")]))
        #expect(try reckon("{list, or []} - {list}") == .list([]))
        #expect(try reckon("{gone, or []} + {name}") == .list([.text("Ana")]))
    }

    @Test(arguments: [
        ("24.90 EUR + 0.10 EUR", "25.00 EUR"), ("{price} * 3", "74.70 EUR"), ("3 * {price}", "74.70 EUR"),
        ("{price} / 2", "12.45 EUR"), ("{price} - 30.00 EUR", "-5.10 EUR"),
        ("{price} * {count} + 4.90 EUR", "54.70 EUR"), ("10.00 EUR / 3", "3.33 EUR"),
        ("10.00 EUR / 3 * 3", "10.00 EUR"), ("20.00 EUR / 3", "6.67 EUR"), ("0.05 EUR / 2", "0.02 EUR"),
        ("0.15 EUR / 2", "0.08 EUR"), ("0.25 EUR * 0.5", "0.12 EUR"), ("0.35 EUR * 0.5", "0.18 EUR"),
        ("-0.05 EUR / 2", "-0.02 EUR"), ("{yen} / 3", "33 JPY"), ("101 JPY / 2", "50 JPY"),
        ("103 JPY / 2", "52 JPY"), ("1.000 KWD / 3", "0.333 KWD"), ("{cent} / 2 + {cent} / 2", "0.01 EUR"),
        ("({cent} + {cent}) / 3 * 3", "0.02 EUR"), ("4.90 EUR", "4.90 EUR"), ("{price} + -5.00 EUR", "19.90 EUR"),
    ])
    func `money is reckoned exactly and rounded once, half to even`(_ text: String, _ value: String) throws {
        #expect(try reckon(text) == money(value))
    }

    @Test(
        arguments: [
            ("{day} + 3 days", .date(date("2026-12-04"))), ("{day} - 1 day", .date(date("2026-11-30"))),
            ("{day} + 1 week", .date(date("2026-12-08"))), ("2026-12-31 + 1 day", .date(date("2027-01-01"))),
            ("{day} + 36 hours", .date(date("2026-12-02"))), ("{day} - 1 hour", .date(date("2026-11-30"))),
            ("{day} + {wait}", .date(date("2026-12-01"))), ("2026-12-01", .date(date("2026-12-01"))),
            ("{slot} + 1 hour", .time(TimeSlot(start: moment("2026-12-01 11:00"), duration: .minutes(45)))),
            ("{slot.start} - 30 minutes", .time(TimeSlot(start: moment("2026-12-01 09:30")))),
            ("{slot.end} + 1 hour and 15 minutes", .time(TimeSlot(start: moment("2026-12-01 12:00")))),
            ("{wait} + 30 minutes", .duration(.hours(2))), ("{wait} - 1 hour", .duration(.minutes(30))),
            ("1 hour and 30 minutes and 1 second", .duration(.seconds(5401))),
            ("1 hour - 2 hours", .duration(.hours(-1))), ("{list} + {name}", .list([.text("a"), .text("Ana")])),
            ("{none} + {n}", .list([number("3")])),
            ("{list} + {list}", .list([.text("a"), .text("a")])), ("{name}", .text("Ana")), ("{colour}", choice("Red")),
            ("{wait}", .duration(.minutes(90))), ("{slot.duration} + 15 minutes", .duration(.hours(1))),
        ] as [(String, Value)])
    func `dates, times, lengths and lists are added to`(_ text: String, _ value: Value) throws {
        #expect(try reckon(text) == value)
    }

    @Test(arguments: [
        "1 / 0", "{n} / {zero}", "{price} / 0", "1 / (2 - 2)", "{empty} + 1", "2 * {empty}", "{no_money} + 1.00 EUR",
        "{empty}", "{empty, or nothing}", "{yen} + {price}",
        "9999999999999999999999999999 * 9999999999999999999999999999", "1 / 0 * 0", "{unsure} + 1",
    ])
    func `division by zero, something empty and too many digits give nothing`(_ text: String) throws {
        #expect(try reckon(text) == nil)
    }

    @Test func `a date beyond the calendar is none`() throws {
        #expect(try reckon("9999-12-31 + 1 day") == nil)
        #expect(try reckon("0001-01-01 - 1 day") == nil)
        #expect(try reckon("{day} + 999999 weeks") == nil)
    }

    @Test func `rounding once is what exact fractions give`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let cents = Int.random(in: -99_999...99_999, using: &random)
            let (factor, divisor) = (Int.random(in: -50...50, using: &random), Int.random(in: 1...60, using: &random))
            let written = "\(Decimal(cents) / 100)"
            let amount =
                written.contains(".")
                ? written + (written.split(separator: ".")[1].count == 1 ? "0" : "") : written + ".00"
            guard case .money(let result)? = try reckon("\(amount) EUR / \(divisor) * (\(factor))") else {
                Issue.record("\(amount) EUR / \(divisor) * \(factor)")
                continue
            }
            // Half to even, in whole numbers.
            let above = cents * factor
            let (quotient, rest) = above.quotientAndRemainder(dividingBy: divisor)
            let twice = abs(rest) * 2
            let up = twice > divisor || twice == divisor && quotient % 2 != 0
            let expected = quotient + (up ? (above < 0 ? -1 : 1) : 0)
            #expect(result.amount == Decimal(expected) / 100, "\(amount) EUR / \(divisor) * \(factor)")
        }
    }

    @Test(arguments: [
        "hello", "two", "Ana Maria", "5-3", "030-1234567", "{n}-{n}", "{n} {name}", "{name} & co", "12:30",
        "2026-12-01 10:00", "3 bikes", "{n} bikes", "a + b", "2 + x", "€5", "5 €", "5 EURO", "50%", "1,5", "1.2.3",
        ".5",
        "{n, whole} + 1", "{n, plural, one {a} other {b}}", "- x", "#1", "yes!", "[a", "x]", "1 hour, 5 minutes",
        "{name}.", "({name}) {n}",
    ])
    func `anything else is text`(_ text: String) {
        let (assigned, problems) = AssignedSyntax.parse(text, isQuoted: false, .berlin)
        if text == "[a" {
            #expect(problems.map(\.code) == [.unclosedList])
        } else {
            #expect(problems == [] && { if case .text = assigned { true } else { false } }(), "\(text): \(assigned)")
        }
    }

    @Test(arguments: ["2 + 3", "yes", "nothing", "[a, b]", "4.90 EUR", "2026-12-01", "{n}"])
    func `anything in quotes is text`(_ text: String) {
        let (assigned, problems) = AssignedSyntax.parse(text, isQuoted: true, .berlin)
        #expect(problems == [] && { if case .text = assigned { true } else { false } }())
    }

    @Test func `words of the language are read as such`() {
        func read(_ text: String) -> AssignedSyntax { AssignedSyntax.parse(text, isQuoted: false, .berlin).value }
        #expect(
            [read("yes"), read("true"), read("no"), read("false"), read("nothing")] == [
                .yesNo(true), .yesNo(true), .yesNo(false), .yesNo(false), .nothing,
            ])
        #expect(read("Yes") == .text(Template(plain: "Yes")))
    }

    @Test(arguments: [
        ("[]", []), ("[a]", ["a"]), ("[a, b]", ["a", "b"]), ("[ a ,b , ]", ["a", "b"]),
        ("[\"a, b\", c]", ["a, b", "c"]), ("['a', \"b\"]", ["a", "b"]), ("[it's, b]", ["it's", "b"]),
        ("[2 + 3, yes]", ["2 + 3", "yes"]),
    ])
    func `a list in brackets is a list of texts`(_ text: String, _ items: [String]) {
        #expect(AssignedSyntax.parse(text, isQuoted: false, .berlin).value == .list(items.map { Template(plain: $0) }))
    }

    struct Slip: Sendable, CustomTestStringConvertible {
        /// The value, with `‸` before and after the erroneous part.
        let text: String
        let code: DiagnosticCode
        var testDescription: String { text }

        init(_ text: String, _ code: DiagnosticCode) {
            self.text = text
            self.code = code
        }
    }

    @Test(arguments: [
        Slip("‸2 + * 3‸", .badSum), Slip("‸2 +‸", .badSum), Slip("‸* 2‸", .badSum), Slip("‸(2 + 3‸", .badSum),
        Slip("‸2 + 3)‸", .badSum), Slip("‸()‸ + 2".replacing("‸ + 2", with: " + 2‸"), .badSum),
        Slip("‸2 3 + 4‸", .badSum),
        Slip("‸- 5‸", .badSum), Slip("‸2 + - 3‸", .badSum), Slip("4.90 EUR + ‸2‸", .typeMismatch),
        Slip("2 + ‸4.90 EUR‸", .typeMismatch), Slip("{price} * ‸{price}‸", .typeMismatch),
        Slip("2 / ‸{price}‸", .typeMismatch),
        Slip("{day} + ‸2‸", .typeMismatch), Slip("{day} * ‸2 days‸", .typeMismatch),
        Slip("{day} + ‸{day}‸", .typeMismatch), Slip("‸{name}‸ * 2", .typeMismatch),
        Slip("‸{colour}‸ + 1", .typeMismatch), Slip("2 + ‸{name}‸", .typeMismatch),
        Slip("{list} - ‸{price}‸", .typeMismatch), Slip("‸{empty, or none}‸ + 1", .typeMismatch),
        Slip("{‸nmae‸} + 1", .unknownName), Slip("{slot.‸begin‸} + 1 hour", .unknownField),
        Slip("‸4.9 EUR‸", .moneyDecimals),
        Slip("{price} + ‸1 EUR‸", .moneyDecimals), Slip("‸2026-02-30‸", .badDate),
        Slip("‸2026-02-30‸ + 1 day", .badDate), Slip("Hi {‸first name‸}", .badName), Slip("Hi ‸{‸name", .unclosedBrace),
        Slip("[a, {‸first name‸}]", .badName), Slip("[a, \"b, {‸first name‸}\"]", .badName),
    ])
    func `what is wrong with a value is told at its part`(_ slip: Slip) {
        let parts = slip.text.split(separator: "‸", omittingEmptySubsequences: false)
        let (assigned, problems) = AssignedSyntax.parse(parts.joined(), isQuoted: false, .berlin)
        var all = problems
        if case .sum(let sum) = assigned { all += sum.resolved(in: Self.names, .berlin).problems }
        let range = parts[0].utf8.count..<parts[0].utf8.count + parts[1].utf8.count
        #expect(all.map(\.code) == [slip.code] && all.map(\.range) == [range], "\(all)")
    }

    @Test func `a very long sum is reckoned or refused, without using up the stack`() {
        for text in [
            Array(repeating: "1", count: 100_000).joined(separator: " + "),
            String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000),
        ] {
            if case .sum(let sum) = AssignedSyntax.parse(text, isQuoted: false, .berlin).value {
                _ = sum.resolved(in: Self.names, .berlin).sum?.value(in: Self.names)
            }
        }
        #expect(throws: Never.self) { try reckon(Array(repeating: "1", count: 100).joined(separator: " + ")) }
    }
}
