import Diagnostics
import Expressions
import Testing

/// Texts with names in braces: section 4.3 of the flow language.
@Suite struct TemplateTests {
    private static let names = Names(
        [
            "name": .text("Ana"), "n": number("1234.5"), "one": number("1"), "two": number("2"), "none": number("0"),
            "price": money("24.90 EUR"),
            "day": .date(date("2026-12-01")),
            "slot": .time(TimeSlot(start: moment("2026-12-01 10:00"), duration: .minutes(45))), "open": .yesNo(true),
            "list": .list([.text("a"), .text("b"), .text("c")]), "colour": choice("Red", id: "r-1"),
            "language": .text("de"),
            "book": .record(Fields([("code", .text("R-1"))])),
        ], types: ["empty": .text, "no_number": .number])
    private static let english = Wording(language: "en", zone: .berlin)

    private func write(_ text: String) throws -> String {
        let (template, problems) = Template.parse(text)
        try #require(problems == [], "\(text): \(problems)")
        return try template.text(in: Self.names, Self.english)
    }

    @Test(arguments: [
        ("", ""), ("Hello", "Hello"), ("Hi {name}!", "Hi Ana!"), ("{name}", "Ana"), ("{name}{name}", "AnaAna"),
        ("{ name }", "Ana"), ("{book.code}", "R-1"), ("{{name}}", "{name}"), ("{{", "{"), ("}}", "}"),
        ("{{{name}}}", "{Ana}"), ("a {{ b }} c", "a { b } c"), ("{{{{", "{{"), ("{n}", "1,234.5"),
        ("{n, whole}", "1,234"), ("{price}", "€24.90"), ("{price, amount}", "24.90"), ("{day, day}", "Tuesday"),
        ("{slot, time}", "10:00"),
        ("{slot.start, date}", "1 December 2026"), ("{list}", "a, b and c"), ("{list, or}", "a, b or c"),
        ("{list, lines}", "a\nb\nc"), ("{list.count}", "3"), ("{list, count}", "3"), ("{open}", "yes"),
        ("{colour}", "Red"),
        ("{colour.id}", "r-1"), ("{name, upper}", "ANA"), ("{empty, or there}", "there"), ("{name, or there}", "Ana"),
        ("{empty, or nothing}", ""), ("{empty, upper, or there}", "there"),
        ("{name, upper, or there}", "ANA"), ("{empty, or you, my friend}", "you, my friend"), ("{empty,or x}", "x"),
        ("{ empty , or  two words }", "two words"), ("it's {name}'s", "it's Ana's"), ("# {name} #", "# Ana #"),
        ("{list, or x}", "a, b and c"), ("{list, or, or x}", "a, b or c"), ("{n, 2 decimals}", "1,234.50"),
        ("é {name} 東", "é Ana 東"),
    ])
    func `names are filled in`(_ text: String, _ written: String) throws { #expect(try write(text) == written) }

    @Test(arguments: [
        ("{one, plural, one {one bike} other {# bikes}}", "one bike"),
        ("{two, plural, one {one bike} other {# bikes}}", "2 bikes"),
        ("{none, plural, =0 {no bikes} one {one bike} other {# bikes}}", "no bikes"),
        ("{none, plural, one {one} other {#}}", "0"), ("{n, plural, other {# km}}", "1,234.5 km"),
        ("{list, plural, one {one} other {# things}}", "3 things"), ("{two, plural, =2 {a pair} other {#}}", "a pair"),
        ("{no_number, plural, =0 {none} other {#}}", "none"), ("{two, plural, other {{name} has #}}", "Ana has 2"),
        ("{two, plural, other {{{ # }}}}", "{ 2 }"), ("{two,plural,one{a}other{b}}", "b"),
        ("{two, plural, other {#{one, plural, one {:#} other {}}}}", "2:1"),
        ("Take {two, plural, one {it} other {all of them}}, {name}.", "Take all of them, Ana."),
        ("{two, plural, other {}}", ""),
        ("{language, select, de {Grüße} other {Regards}}", "Grüße"),
        ("{language, select, DE {Grüße} other {Regards}}", "Grüße"), ("{name, select, bea {B} other {?}}", "?"),
        ("{colour, select, r-1 {red one} other {?}}", "red one"),
        ("{open, select, yes {open} other {closed}}", "open"), ("{empty, select, a {A} other {nobody}}", "nobody"),
        ("{two, plural, other {{language, select, de {# Räder} other {# bikes}}}}", "2 Räder"),
        ("{language, select, de {#1} other {}}", "#1"),
    ])
    func `plural and select take the form that fits`(_ text: String, _ written: String) throws {
        #expect(try write(text) == written)
    }

    @Test(arguments: ["{empty}", "Hi {empty}!", "{two, plural, other {{empty}}}", "{empty, upper}", "{no_number}"])
    func `an empty name without words for it is told`(_ text: String) {
        #expect(throws: EmptyName.self) { try Template.parse(text).template.text(in: Self.names, Self.english) }
    }

    @Test func `braces that stand alone hand on the value`() throws {
        func value(_ text: String) throws -> Value? {
            try Template.parse(text).template.value(in: Self.names, Self.english)
        }
        #expect(try value("{price}") == money("24.90 EUR"))
        #expect(try value("{price} ") == .text("€24.90 "))
        #expect(try value("{price, amount}") == .text("24.90"))
        #expect(try value("{empty, or none}") == .text("none"))
        #expect(try value("{empty, or nothing}") == nil)
        #expect(try value("{empty}") == nil)
    }

    struct Slip: Sendable, CustomTestStringConvertible {
        /// The text, with `‸` before and after the erroneous part.
        let text: String
        let code: DiagnosticCode
        var testDescription: String { text }

        init(_ text: String, _ code: DiagnosticCode) {
            self.text = text
            self.code = code
        }
    }

    @Test(arguments: [
        Slip("Hi ‸{‸name", .unclosedBrace), Slip("Hi ‸}‸", .unclosedBrace), Slip("‸{‸", .unclosedBrace),
        Slip("Hi ‸{‸name {n}", .unclosedBrace), Slip("{name}‸}‸", .unclosedBrace), Slip("é ‸{‸name", .unclosedBrace),
        Slip("‸{‸n, plural, one {a} other {b}", .unclosedBrace), Slip("Hi ‸{}‸", .badName), Slip("Hi ‸{ }‸", .badName),
        Slip("{‸first name‸}", .badName), Slip("{‸2nd‸}", .badName), Slip("{‸a..b‸}", .badName),
        Slip("{‸.a‸}", .badName), Slip("{‸a.‸}", .badName),
        Slip("{‸\"a\"‸}", .badName), Slip("‸{, date}‸", .badName), Slip("{{name‸}‸ x", .unclosedBrace),
        Slip("{name, ‸or‸}", .unknownFormat), Slip("{‸nmae‸}", .unknownName), Slip("{‸Name‸}", .unknownName),
        Slip("{book.‸cod‸}", .unknownField), Slip("{name.‸first‸}", .unknownField),
        Slip("{slot.start.‸hour‸}", .unknownField),
        Slip("{‸nmae‸, weekday}", .unknownName), Slip("{slot, ‸weekday‸}", .unknownFormat),
        Slip("{day, ‸time‸}", .unknownFormat), Slip("{name, ‸date‸}", .unknownFormat),
        Slip("{price, ‸whole‸}", .unknownFormat), Slip("{open, ‸upper‸}", .unknownFormat),
        Slip("{name, ‸‸}", .unknownFormat), Slip("{slot, ‸date, time‸}", .unknownFormat),
        Slip("{n, ‸21 decimals‸}", .unknownFormat), Slip("{day, ‸2 decimals‸}", .unknownFormat),
        Slip("{slot, ‸Date‸}", .unknownFormat),
        Slip("‸{‸n, plural, one {a}}", .missingOtherForm), Slip("‸{‸n, plural}", .missingOtherForm),
        Slip("‸{‸n, select, a {b}}", .missingOtherForm), Slip("{n, plural, ‸one bike‸}", .missingOtherForm),
        Slip("{n, plural, one {a} ‸other‸}", .missingOtherForm),
        Slip("{‸name‸, plural, other {#}}", .typeMismatch), Slip("{‸slot‸, select, other {x}}", .typeMismatch),
        Slip("{‸book‸}", .typeMismatch), Slip("{two, plural, other {{‸nmae‸}}}", .unknownName),
        Slip("{two, plural, one {a {‸x y‸}} other {b}}", .badName),
    ])
    func `what is wrong in braces is told at its place`(_ slip: Slip) {
        let parts = slip.text.split(separator: "‸", omittingEmptySubsequences: false)
        let (template, problems) = Template.parse(parts.joined())
        let all = problems + template.problems(in: Self.names)
        let range = parts[0].utf8.count..<parts[0].utf8.count + parts[1].utf8.count
        #expect(all.map(\.code) == [slip.code] && all.map(\.range) == [range], "\(all)")
    }

    @Test func `forms that lie too deep are refused, without using up the stack`() {
        for text in [
            String(repeating: "{n, plural, other {", count: 50_000), String(repeating: "{", count: 100_001),
            String(repeating: "{a{", count: 50_000),
        ] {
            #expect(!Template.parse(text).problems.isEmpty)
        }
    }

    @Test func `a text of very many names is read in one go`() {
        let text = String(repeating: "{name} and ", count: 20_000)
        #expect(Template.parse(text).template.inserts.count == 20_000)
    }
}
