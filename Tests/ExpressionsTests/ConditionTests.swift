import Diagnostics
import Expressions
import Testing

/// Conditions in words: section 4.4 of the flow language.
@Suite struct ConditionTests {
    private static let names = Names(
        [
            "name": .text("Ana Maria"), "blank": .text("  "), "n": number("12"), "price": money("24.90 EUR"),
            "other": money("24.90 USD"),
            "day": .date(date("2026-12-01")),
            "slot": .time(TimeSlot(start: moment("2026-12-01 10:00"), duration: .minutes(45))),
            "later": .time(TimeSlot(start: moment("2026-12-01 11:00"))), "wait": .duration(.minutes(90)),
            "open": .yesNo(true), "shut": .yesNo(false),
            "colour": choice("Red", id: "r-1"), "count": choice("3"), "list": .list([.text("Apple"), .text("plum")]),
            "none": .list([]),
            "order": .record(Fields([("code", .text("R-1701")), ("total", money("5.00 EUR"))])), "a-b_2": .text("x"),
            "größe": .text("groß"),
        ],
        types: [
            "empty": .text, "no_number": .number, "no_choice": .choice(.init(answers: [.init(id: "x", label: "X")])),
            "unsure": .unknown,
            "colour": .choice(.init(answers: [.init(id: "r-1", label: "Red"), .init(id: "b-1", label: "Blue")])),
            "count": .choice(.init(answers: [.init(id: "1", label: "One"), .init(id: "3", label: "Three")])),
            "picked": .choice(.init(answers: [], hasMore: true)), "list": .list(.text),
        ])

    struct Question: Sendable, CustomTestStringConvertible {
        let text: String
        let answer: Bool
        var testDescription: String { text }

        init(_ text: String, _ answer: Bool) {
            self.text = text
            self.answer = answer
        }
    }

    private func ask(_ text: String) throws -> Bool {
        let (syntax, problems) = ConditionSyntax.parse(text)
        try #require(problems == [], "\(text): \(problems)")
        let (condition, more) = syntax.resolved(in: Self.names, .berlin)
        try #require(more == [], "\(text): \(more)")
        return try #require(condition).isTrue(in: Self.names)
    }

    @Test(arguments: texts + orders + empties + answers + lists)
    func `a condition is true or not`(_ question: Question) throws {
        #expect(try ask(question.text) == question.answer)
    }

    @Test(arguments: joints)
    func `and binds all, or binds any, brackets decide`(_ question: Question) throws {
        #expect(try ask(question.text) == question.answer)
    }

    static let texts = [
        Question("name is Ana Maria", true), Question("name is ana maria", true), Question("name is ANA MARIA", true),
        Question("name is Ana", false),
        Question("name = Ana Maria", true), Question("name=Ana Maria", true), Question("name is not Bea", true),
        Question("name != Ana Maria", false),
        Question("name is \"Ana Maria\"", true), Question("name is 'Ana Maria'", true),
        Question("name is \"Ana \\\"Maria\\\"\"", false),
        Question("name is one of Bea, Ana Maria", true), Question("name is one of Bea,Cleo", false),
        Question("name is not one of Bea, Cleo", true),
        Question("name is one of \"Ana Maria, or so\", Bea", false), Question("name contains maria", true),
        Question("name contains one of Bea, maria", true),
        Question("name contains one of \"Bea, or so\", Cleo", false),
        Question("name contains MAR", true),
        Question("name contains x", false), Question("name starts with ana", true),
        Question("name starts with Maria", false),
        Question("name matches [A-Z][a-z]+ [A-Z][a-z]+", true), Question("name matches Ana", false),
        Question("name matches \"(Ana|Bea).*\"", true),
        Question("name is {name}", true), Question("name is { name }", true), Question("name is {order.code}", false),
        Question("order.code is r-1701", true),
        Question("order.code matches R-\\d{4}", true), Question("größe is GROSS", false),
        Question("größe is GROß", true), Question("a-b_2 is x", true),
        Question("name   is    Ana Maria", true), Question("  name is Ana Maria  ", true),
        Question("name is  one  of Bea, Ana Maria", true),
        Question("name is not is", true), Question("name contains is", false),
        Question("unsure is anything at all", false),
    ]

    static let orders = [
        Question("n is 12", true), Question("n is 12.0", true), Question("n is 12.00", true),
        Question("n is not 12", false), Question("n is more than 11.99", true),
        Question("n is more than 12", false), Question("n is at least 12", true),
        Question("n is less than 12.01", true), Question("n is at most 12", true),
        Question("n > 3", true), Question("n>3", true), Question("n >= 12", true), Question("n < 12", false),
        Question("n <= 12", true), Question("n is -3", false),
        Question("n is one of 1, 12", true), Question("price is 24.90 EUR", true), Question("price is 24.90", true),
        Question("price is more than 24.89 EUR", true),
        Question("price is at most 24.90", true), Question("price is {other}", false),
        Question("price is less than {other}", false), Question("price is not {other}", true),
        Question("day is 2026-12-01", true), Question("day is before 2026-12-02", true),
        Question("day is after 2026-12-01", false), Question("day is at least 2026-12-01", true),
        Question("slot is 2026-12-01 10:00", true), Question("slot is after 2026-12-01 09:59", true),
        Question("slot is before {later}", true), Question("slot is after 2026-12-01", true),
        Question("wait is \"1 hour and 30 minutes\"", true), Question("wait is more than 1 hour", true),
        Question("wait is less than 90 minutes", false),
        Question("open is yes", true), Question("open is no", false), Question("shut is no", true),
        Question("open is true", true), Question("open is not no", true),
        Question("order.total is 5.00 EUR", true),
    ]

    static let empties = [
        Question("empty is empty", true), Question("empty is not empty", false), Question("name is empty", false),
        Question("name is not empty", true),
        Question("blank is empty", true), Question("none is empty", true), Question("list is empty", false),
        Question("empty is Ana", false), Question("empty is not Ana", true),
        Question("empty != Ana", true), Question("empty is one of a, b", false),
        Question("empty is not one of a, b", true), Question("empty contains a", false),
        Question("empty starts with a", false), Question("empty matches .*", false),
        Question("no_number is more than 3", false), Question("no_number is less than 3", false),
        Question("no_number is at least 0", false), Question("no_number is 0", false),
        Question("no_number is not 0", true), Question("empty is {empty}", false),
        Question("name is {empty}", false), Question("name is not {empty}", true),
        Question("n is more than {no_number}", false), Question("no_choice is X", false),
        Question("not (empty is empty)", false), Question("not (no_number is more than 3)", true),
        Question("open is empty", false), Question("shut is empty", false),
    ]

    static let answers = [
        Question("colour is Red", true), Question("colour is red", true), Question("colour is r-1", true),
        Question("colour is R-1", true), Question("colour is Blue", false),
        Question("colour is one of Blue, Red", true), Question("colour.id is r-1", true),
        Question("colour.label is Red", true), Question("colour contains re", true),
        Question("colour is {name}", false), Question("count is more than 2", true), Question("count is 3", true),
        Question("count is at most 2", false),
        Question("picked is anything", false),
    ]

    static let lists = [
        Question("list contains apple", true), Question("list contains PLUM", true),
        Question("list contains app", false), Question("list.count is 2", true),
        Question("list.count is more than 1", true), Question("none.count is 0", true),
    ]

    static let joints = [
        Question("n is 12 and open is yes", true), Question("n is 12 and open is no", false),
        Question("n is 1 or open is yes", true), Question("n is 1 or open is no", false),
        Question("n is 1 or n is 2 or n is 12", true), Question("n is 12 and n > 1 and n < 20", true),
        Question("(n is 1 or n is 12) and open is yes", true),
        Question("n is 1 or (n is 12 and open is no)", false), Question("not (n is 1)", true),
        Question("not (n is 12) or open is yes", true), Question("not(n is 12)", false),
        Question("((n is 12))", true), Question("not (not (n is 12))", true),
        Question("name is \"Ana and Maria\" or n is 12", true), Question("name is Anand or n is 12", true),
        Question("name is Maria or n is 12", true), Question("name contains organ and n is 1", false),
        Question("name is empty or n is 12", true),
        Question("(name is Ana Maria) and (n is 12)", true),
    ]

    struct Slip: Sendable, CustomTestStringConvertible {
        /// The condition, with `‸` before and after the erroneous part.
        let text: String
        let code: DiagnosticCode
        var testDescription: String { text }

        init(_ text: String, _ code: DiagnosticCode) {
            self.text = text
            self.code = code
        }
    }

    @Test(arguments: slips)
    func `what is wrong with a condition is told at its part`(_ slip: Slip) throws {
        let parts = slip.text.split(separator: "‸", omittingEmptySubsequences: false)
        let text = parts.joined()
        let (syntax, problems) = ConditionSyntax.parse(text)
        let all = problems + syntax.resolved(in: Self.names, .berlin).1
        let range = parts[0].utf8.count..<parts[0].utf8.count + parts[1].utf8.count
        #expect(all.map(\.code) == [slip.code] && all.map(\.range) == [range], "\(all)")
    }

    static let slips = [
        Slip("name ‸equals‸ Ana", .badCondition), Slip("name ‸==‸ Ana", .badCondition),
        Slip("name ‸isn't‸ Ana", .badCondition), Slip("name ‸IS‸ Ana", .badCondition),
        Slip("‸name‸", .badCondition), Slip("name ‸is‸", .badCondition), Slip("name ‸is more than‸", .badCondition),
        Slip("‸{name}‸ is Ana", .badCondition),
        Slip("‸\"name\"‸ is Ana", .badCondition), Slip("‸3‸ is n", .badCondition),
        Slip("‸name.‸ is Ana", .badCondition), Slip("name is Ana‸,‸ Bea", .badCondition),
        Slip("name is Ana‸(‸x)", .badCondition), Slip("name is \"Ana\" ‸Maria‸", .badCondition),
        Slip("‸(‸name is Ana", .badCondition), Slip("name is Ana‸)‸", .badCondition),
        Slip("name is ‸\"‸Ana", .unclosedQuote), Slip("name is ‸{‸name", .unclosedBrace),
        Slip("name is ‸{first name}‸", .badCondition), Slip("name ‸is one of‸ Ana, ", .badCondition),
        Slip("n is 1 and n is 2 ‸or‸ n is 3", .mixedAndOr), Slip("n is 1 or n is 2 ‸and‸ n is 3", .mixedAndOr),
        Slip("(n is 1 and n is 2 ‸or‸ n is 3) and n is 4", .mixedAndOr),
        Slip("‸nmae‸ is Ana", .unknownName), Slip("name is {‸nmae‸}", .unknownName),
        Slip("order.‸cod‸ is x", .unknownField), Slip("name.‸first‸ is x", .unknownField),
        Slip("n is more than ‸twelve‸", .typeMismatch), Slip("n is ‸many‸", .typeMismatch),
        Slip("name ‸is more than‸ 3", .typeMismatch), Slip("name ‸>‸ 3", .typeMismatch),
        Slip("n ‸contains‸ 1", .typeMismatch), Slip("day ‸starts with‸ 2026", .typeMismatch),
        Slip("n ‸is before‸ 3", .typeMismatch), Slip("price is ‸ten euros‸", .typeMismatch),
        Slip("price is ‸24.9 EUR‸", .moneyDecimals), Slip("day is ‸2026-02-30‸", .badDate),
        Slip("day is ‸tomorrow‸", .typeMismatch), Slip("open is ‸maybe‸", .typeMismatch),
        Slip("n is {‸name‸}", .typeMismatch), Slip("day is {‸slot‸}", .typeMismatch),
        Slip("colour is ‸Rde‸", .unknownAnswer), Slip("colour is one of Red, ‸Green‸", .unknownAnswer),
        Slip("colour ‸is more than‸ 2", .typeMismatch), Slip("list is ‸Apple‸", .typeMismatch),
        Slip("name matches ‸a**‸", .badPattern), Slip("name matches {‸name‸}", .badCondition),
        Slip("order is ‸x‸", .typeMismatch), Slip("n is one of 1, ‸two‸", .typeMismatch),
        Slip("wait is ‸soon‸", .typeMismatch), Slip("name is Ana or ‸Bea‸", .badCondition),
        Slip("‸if‸ name is Ana", .badCondition), Slip("name is Ana or name ‸equals‸ Bea", .badCondition),
    ]

    @Test(arguments: [
        ("name is Ana or Bea", "write `name is one of Ana, Bea`"),
        ("name is one of Ana or Bea", "write `name is one of Ana, Bea`"),
        ("name is one of Ana, Bea or Eve", "write `name is one of Ana, Bea, Eve`"),
        ("name is Ana Maria or \"Bea\" or Eve and n is 1", "write `name is one of Ana Maria, \"Bea\", Eve`"),
        ("name is not Ana or Bea", "write `name is not one of Ana, Bea`"),
        ("(name contains a or b) and n is 1", "write `name contains one of a, b`"),
        ("name is {name} or Bea", "write `name is one of {name}, Bea`"),
        ("if name is Ana", "leave out `if`"), ("When name is Ana", "leave out `When`"),
        ("name is Ana or name equals Bea", "did you mean `is`?"),
        ("n is more than 1 or 2", "a condition begins with a name, without braces"),
    ])
    func `the help is the condition that is meant`(_ text: String, _ help: String) {
        #expect(ConditionSyntax.parse(text).problems.map(\.help) == [help])
    }

    @Test(arguments: [
        "if is Ana", "name is Ana or not (n is 1)", "name is Ana or n is 1 or (n is 2)", "name is Ana or n>1",
    ])
    func `a condition with several tests stays one`(_ text: String) {
        #expect(ConditionSyntax.parse(text).problems.isEmpty)
    }

    @Test func `brackets that lie too deep are refused`() {
        let deep = String(repeating: "(", count: 10_000) + "n is 1" + String(repeating: ")", count: 10_000)
        #expect(ConditionSyntax.parse(deep).problems.map(\.code) == [.badCondition])
        let fine = String(repeating: "(", count: 15) + "n is 12" + String(repeating: ")", count: 15)
        #expect(throws: Never.self) { try ask(fine) }
    }

    @Test func `a condition of very many parts is asked`() throws {
        #expect(try ask(Array(repeating: "n is 12", count: 5_000).joined(separator: " and ")))
    }

    @Test(
        arguments: [
            ("a is empty", [], ["a"]), ("a is not empty", ["a"], []), ("a is x", ["a"], []), ("a is not x", [], ["a"]),
            ("a is one of x, y", ["a"], []), ("a is not one of x, y", [], ["a"]),
            ("a is x and b is y", ["a", "b"], []), ("a is x or b is y", [], []), ("a is x or a is y", ["a"], []),
            ("a is empty or b is empty", [], ["a", "b"]),
            ("a is empty and b is empty", [], []), ("not (a is empty)", ["a"], []),
            ("not (a is empty or b is empty)", ["a", "b"], []), ("not (a is x)", [], ["a"]),
            ("a contains x", ["a"], []),
            ("a > 3", ["a"], []),
        ] as [(String, [String], [String])])
    func `it is known what is filled when a condition is true, and when it is false`(
        _ text: String, _ then: [String], _ otherwise: [String]
    ) {
        let condition = ConditionSyntax.parse(text).condition
        #expect(Set(condition.namesThenFilled.map(\.text)) == Set(then))
        #expect(Set(condition.namesOtherwiseFilled.map(\.text)) == Set(otherwise))
    }
}
