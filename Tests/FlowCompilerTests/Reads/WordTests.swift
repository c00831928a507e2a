import Expressions
import FlowModel
import Testing

/// Parsing of keys, labels, lists and words: sections 7.2, 7.3, 7.7 and 7.8.
@Suite struct WordTests {
    @Test(
        arguments: [
            ("Bread: end", "Bread"), ("Bread : end", "Bread"), ("\"Bread\": end", "Bread"), ("'Bread': end", "Bread"),
            ("Bread: dark: end", "Bread: dark"), ("Open at 12:30: end", "Open at 12:30"), ("\"a: b\": end", "a: b"),
            ("'it''s': end", "it's"), ("\"say \\\"hi\\\"\": end", "say \"hi\""), ("No: end", "No"),
            ("00420: end", "00420"),
            ("12:30: end", "12:30"), ("Bread:   end", "Bread"), ("Bread: end # note: dark", "Bread"),
            ("Où ? : end", "Où ?"),
            ("*Bread*: end", "*Bread*"), ("a, b: end", "a, b"), ("[x]: end", "[x]"), ("Bread #5: end", nil),
            ("x#5: end", "x#5"),
            ("{customer.id}: end", "{customer.id}"), ("- x: end", nil),
        ] as [(String, String?)])
    func `the last colon ends a label`(_ line: String, _ label: String?) {
        let flow = ReadFlow(steps: "hello:\n  ask: Which?\n  answers:\n    \(line)\n    Other: end")
        #expect(flow.labels.first == label, "\(flow.found)")
    }

    @Test(arguments: [
        ("[Red, Blue]", ["Red", "Blue"]), ("[ Red ,  Blue ]", ["Red", "Blue"]),
        ("[\"Red, dark\", Blue]", ["Red, dark", "Blue"]),
        ("['a', \"b\"]", ["a", "b"]), ("[it's, b]", ["it's", "b"]), ("[Yes, No]", ["Yes", "No"]),
        ("[1, 2.50, 003]", ["1", "2.50", "003"]),
        ("[12:30, a: b]", ["12:30", "a: b"]), ("[a, b,]", ["a", "b"]), ("[a, b] # comment", ["a", "b"]),
        ("[\"a # b\", c]", ["a # b", "c"]), ("[\"a \\\" b\", c]", ["a \" b", "c"]), ("['a '' b', c]", ["a ' b", "c"]),
        ("[a]b, c]", ["a]b", "c"]),
    ])
    func `a list on one line is a list of texts`(_ list: String, _ items: [String]) {
        let flow = ReadFlow(steps: "hello:\n  ask: Which?\n  answers: \(list)\n  then: end")
        #expect(flow.labels == items, "\(flow.found)")
    }

    @Test(arguments: [
        ("- Red\n    - Blue", ["Red", "Blue"]), ("- \"Red\" # dark\n    - 'Blue'", ["Red", "Blue"]),
        ("- Red: dark\n    - Blue", ["Red: dark", "Blue"]), ("- label: Red: dark\n    - Blue", ["Red: dark", "Blue"]),
        ("-\n      Red\n    - Blue", ["Red", "Blue"]),
        ("-\n      label: Red\n      note: x\n    - Blue", ["Red", "Blue"]),
        ("- label: Red\n      note: x\n\n    # y\n    - Blue", ["Red", "Blue"]),
        ("-   label: Red\n        note: x\n    - Blue", ["Red", "Blue"]),
        ("- section: S\n      answers:\n      - Red\n      - Blue", ["Red", "Blue"]),
        ("- section: S\n      answers: [Red, Blue]\n    - Green", ["Red", "Blue", "Green"]),
    ])
    func `items are texts, or blocks when they begin with a key`(_ list: String, _ items: [String]) {
        let flow = ReadFlow(steps: "hello:\n  ask: Which?\n  as: list\n  answers:\n    \(list)\n  then: end")
        #expect(flow.labels == items, "\(flow.found)")
    }

    @Test func `lists may stand at the column of their key, and the step goes on`() {
        let flow = ReadFlow(
            steps: "hello:\n  ask: Which?\n  answers:\n  - Red\n  - label: Blue\n    note: x\n  as: list\n  then: end")
        #expect(flow.labels == ["Red", "Blue"] && flow.choice?.style == .list, "\(flow.found)")
    }

    @Test(arguments: [
        ("10 minutes", 600), ("1 minute", 60), ("90 seconds", 90), ("1 hour and 30 minutes", 5400), ("2 days", 172_800),
        ("1 week", 604_800), ("1.5 hours", 5400), ("1 day and 2 hours and 3 minutes and 4 seconds", 93_784),
        ("\"5 minutes\"", 300),
        ("5 minutes # a comment", 300), ("60 seconds", 60),
    ])
    func `a length of time is a number and a unit`(_ written: String, _ seconds: Int) {
        let flow = ReadFlow(
            steps: "hello:\n  ask: Name?\n  text: name\n  if_silent:\n    after: \(written)\n    then: end\n  then: end"
        )
        #expect(flow.question?.silent?.after == .seconds(seconds), "\(flow.found)")
    }

    @Test(arguments: [("yes", true), ("no", false), ("true", true), ("false", false), ("\"yes\"", true)])
    func `yes and no are written in four words`(_ written: String, _ value: Bool) {
        let flow = ReadFlow(steps: "hello:\n  ask: Which?\n  answers: [a, b]\n  several: \(written)\n  then: end")
        #expect(flow.choice?.several == value, "\(flow.found)")
    }

    @Test(arguments: [
        ("2031-05-01 10:00", "2031-05-01T08:00:00Z", 1800), ("2031-12-01 10:00", "2031-12-01T09:00:00Z", 1800),
        ("2031-05-01 9:05 for 45 minutes", "2031-05-01T07:05:00Z", 2700),
        ("2031-05-01 00:00 for 1 hour and 5 minutes", "2031-04-30T22:00:00Z", 3900),
        ("\"2031-05-01 10:00\"", "2031-05-01T08:00:00Z", 1800),
    ])
    func `a slot begins in the zone of the bot and has a length`(_ written: String, _ start: String, _ seconds: Int) {
        let flow = ReadFlow(steps: "hello:\n  ask: When?\n  times: \(written)\n  then: end")
        guard case .times(let times)? = flow.question?.kind, case .slots(let slots) = times.source else {
            Issue.record("\(flow.found)")
            return
        }
        #expect(slots.map(\.start.iso) == [start] && slots[0].duration == .seconds(seconds))
    }

    @Test func `line ends, blank lines and comments make no difference`() {
        let plain = "flow: broken\nstart: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n"
        let forms = [
            plain, plain.replacing("\n", with: "\r\n"), plain.replacing("\n", with: "\n\n"),
            plain.replacing("\n", with: "\n# x\n"),
            plain.replacing("\n", with: "\r\n  \r\n"), String(plain.dropLast()), "\u{FEFF}" + plain,
            plain.replacing("\n", with: "   \n"),
            plain.replacing(
                "  hello:\n    say: Hi\n    then: end", with: "      hello:\n       say: Hi\n       then: end"),
        ]
        for form in forms { #expect(ReadFlow(form).said == ["Hi"], "\(form)") }
    }
}
