import FlowCompiler
import Testing

/// `fmt` adds quotes exactly where another YAML tool would read a different value.
@Suite struct QuoteTests {
    struct Value: Sendable, CustomTestStringConvertible {
        let before: String
        let after: String

        /// - Parameter after: `nil` when nothing changes.
        init(_ before: String, _ after: String? = nil) {
            self.before = before
            self.after = after ?? before
        }

        var testDescription: String { before }
    }

    @Test(arguments: texts)
    func `a text gets quotes where another tool would stumble`(_ value: Value) throws {
        try check("flow: a\nabout: \(value.before)\n", "flow: a\nabout: \(value.after)\n")
    }

    @Test(arguments: entries)
    func `keys, words and items get quotes too`(_ value: Value) throws {
        try check(value.before + "\n", value.after + "\n")
    }

    @Test(arguments: settings)
    func `what a name is set to keeps its meaning`(_ value: Value) throws {
        try check("set:\n  x: \(value.before)\n", "set:\n  x: \(value.after)\n", isList: value.after.hasPrefix("["))
    }

    @Test(arguments: config)
    func `numbers of Config files stay numbers`(_ value: Value) throws {
        let written = formatted(value.before + "\n", as: .config)
        #expect(written == value.after + "\n")
        #expect(try Said.yams(written ?? "") == Said.ours(value.after + "\n", as: .config))
    }

    private func check(_ before: String, _ after: String, isList: Bool = false) throws {
        let written = formatted(before)
        #expect(written == after)
        #expect(formatted(after) == after, "formatting twice changes nothing more")
        #expect(Said.ours(after, as: .flow) == Said.ours(before, as: .flow) || isList)
        if !isList { #expect(try Said.yams(after) == Said.ours(after, as: .flow)) }
    }

    static let texts = [
        Value("Hello there"), Value("It's fine"), Value("He said \"hi\""), Value("a#b, c:d"), Value("12:30 is lunch"),
        Value("https://example.com/a?b=c#d"), Value("Grüße 東京 👩‍👩‍👧"), Value("-5 degrees"), Value("?what"),
        Value("2 to 3"), Value("1.2.3"), Value("+49 30 123"), Value("2026-12-01 10:00 for 45 minutes"),
        Value("“Wise” words"), Value("We are closed {today, day}"), Value("a [b] {c}"),
        Value("Open: daily", "\"Open: daily\""), Value("ends with a colon:", "\"ends with a colon:\""),
        Value("You are #5 #6", "\"You are #5 #6\""), Value("# no comment", "\"# no comment\""),
        Value("*bold*", "\"*bold*\""), Value("!important", "\"!important\""), Value("&and", "\"&and\""),
        Value("@home", "\"@home\""), Value("`tick`", "\"`tick`\""), Value("%a", "\"%a\""), Value("|x", "\"|x\""),
        Value(">x", "\">x\""), Value("|+", "\"|+\""), Value(", a", "\", a\""), Value("- a", "\"- a\""),
        Value("? a", "\"? a\""), Value(": a", "\": a\""), Value("-", "\"-\""), Value("--- a", "\"--- a\""),
        Value("... a", "\"... a\""), Value("[a] b", "\"[a] b\""), Value("{name}, hi", "\"{name}, hi\""),
        Value("\"Good day\" is polite", "'\"Good day\" is polite'"), Value("'a' and \"b\"", "\"'a' and \\\"b\\\"\""),
        Value("yes", "\"yes\""), Value("No", "\"No\""), Value("ON", "\"ON\""), Value("off", "\"off\""),
        Value("null", "\"null\""), Value("~", "\"~\""), Value("true", "\"true\""), Value("42", "\"42\""),
        Value("-1.50", "\"-1.50\""), Value("00420", "\"00420\""), Value("1_000", "\"1_000\""),
        Value("0x1F", "\"0x1F\""),
        Value("1e3", "\"1e3\""), Value(".5", "\".5\""), Value(".inf", "\".inf\""), Value("9:00", "\"9:00\""),
        Value("12:30:45", "\"12:30:45\""), Value("2026-12-01", "\"2026-12-01\""), Value("<<", "\"<<\""),
        Value("=", "\"=\""), Value("“Hello”", "\"Hello\""), Value("'it''s'", "\"it's\""), Value("\"a\\nb\""),
        Value("\"\""), Value("'say \"hi\"'"), Value("\"a \\q b\"", "'a \\q b'"), Value("a\tb", "\"a\\tb\""),
        Value("\" spaces \""), Value("a\u{A0}b"), Value("''", "\"\""), Value("C:\\Users"),
    ]

    static let entries = [
        Value(
            "answers:\n  No: end\n  1: end\n  Yes please: end",
            "answers:\n  \"No\": end\n  \"1\": end\n  Yes please: end"),
        Value("answers:\n  Note: closed: end", "answers:\n  \"Note: closed\": end"),
        Value("answers:\n  - Note: we are closed", "answers:\n  - \"Note: we are closed\""),
        Value("answers: [Yes, No, {a}, 2]", "answers: [\"Yes\", \"No\", \"{a}\", \"2\"]"),
        Value("answers: [\"a, b\", 'c', d e]", "answers: [\"a, b\", \"c\", d e]"),
        Value("answers: [“Ja”, Nein]", "answers: [\"Ja\", Nein]"),
        Value("times: {slots.times}", "times: \"{slots.times}\""),
        Value("times: [2026-12-01 10:00, 2026-12-01 11:00]"),
        Value("then: no # way", "then: \"no\"  # way"),
        Value("private: yes\ntries: 2\nseveral: no"),
        Value("steps:\n  off:\n    then: on", "steps:\n  \"off\":\n    then: \"on\""),
        Value("when:\n  a is \"x: y\": b\n  otherwise: c", "when:\n  'a is \"x: y\"': b\n  otherwise: c"),
        Value("when:\n  a is more than 3 and b is {c}: d\n  otherwise: c"),
        Value("anywhere:\n  menu, ?: a\n  ?: b", "anywhere:\n  menu, ?: a\n  \"?\": b"),
        Value("hours:\n  shop:\n    2026-12-24: closed", "hours:\n  shop:\n    \"2026-12-24\": closed"),
        Value("pay:\n  Pump: 12.50", "pay:\n  Pump: \"12.50\""),
        Value("text:\n  matches: \\d[0-9]+"),
        Value("text:\n  matches: '[0-9]+'", "text:\n  matches: \"[0-9]+\""),
    ]

    static let settings = [
        Value("{price}", ">-\n    {price}"), Value("{a} * {b} + 4.90 EUR", ">-\n    {a} * {b} + 4.90 EUR"),
        Value("({a} + 1) * 2"), Value("3"), Value("yes"), Value("nothing"), Value("2026-12-01"), Value("12.50"),
        Value("\"3\""), Value("{a}, hello", "\"{a}, hello\""), Value("No", "\"No\""), Value("[]"),
        Value("[a,b]", "[a, b]"),
        Value("[{a}, \"b, c\"]", "[\"{a}\", \"b, c\"]"), Value(">-\n    {price}"),
    ]

    static let config = [
        Value("server:\n    port: 8080\n    host: 127.0.0.1", "server:\n  port: 8080\n  host: 127.0.0.1"),
        Value(
            "a:\n  on: yes\n  b: 0755\n  c: 1.5\n  d: 1.50", "a:\n  \"on\": yes\n  b: \"0755\"\n  c: 1.5\n  d: \"1.50\""
        ),
        Value("problems:\n  409: taken"),
        Value("body:\n  start: {start, iso}", "body:\n  start: \"{start, iso}\""),
        Value("hosts: [a.example, 127.0.0.1:9000]"),
        Value("list:\n  - a: b\n    c: d\n  - \"e: f\""),
    ]
}
