import Testing

/// Parsing of prose: sections 7.4 to 7.6.
@Suite struct ProseTests {
    struct Text: Sendable, CustomTestStringConvertible {
        let written: String
        let read: [String]

        /// - Parameter written: the value of `say:`, the first line on the line of the key, the others as in a step.
        init(_ written: String, _ read: String...) {
            self.written = written
            self.read = read
        }

        var testDescription: String { written }
    }

    @Test(arguments: lines)
    func `prose is the rest of the line as it is`(_ text: Text) { check(text) }

    @Test(arguments: quoted)
    func `quotes round the whole are taken away, with their escapes`(_ text: Text) { check(text) }

    @Test(arguments: blocks)
    func `a bar keeps lines and an angle joins them`(_ text: Text) { check(text) }

    @Test(arguments: continued)
    func `deeper lines go on with a text`(_ text: Text) { check(text) }

    @Test(arguments: items)
    func `every item of say is a message`(_ text: Text) { check(text) }

    private func check(_ text: Text) {
        let flow = ReadFlow(steps: "hello:\n  say:\(text.written)\n  then: end")
        #expect(flow.said == text.read, "\(flow.found)")
    }

    static let lines = [
        Text(" Hello there", "Hello there"),
        Text(" We open at: nine", "We open at: nine"),
        Text(" key: value: more", "key: value: more"),
        Text(" 12:30 is lunch", "12:30 is lunch"),
        Text(" https://example.com/a?b=c#d", "https://example.com/a?b=c#d"),
        Text(" *bold* & 'quoted' \"words\" @home", "*bold* & 'quoted' \"words\" @home"),
        Text(" !important", "!important"),
        Text(" &and", "&and"),
        Text(" %percent and `ticks`", "%percent and `ticks`"),
        Text(" [not a list]", "[not a list]"),
        Text(" - not an item", "- not an item"),
        Text(" ? what", "? what"),
        Text(" {{braces}} and more", "{braces} and more"),
        Text(" Yes", "Yes"),
        Text(" no", "no"),
        Text(" 00420", "00420"),
        Text(" 12:30", "12:30"),
        Text(" 1_000", "1_000"),
        Text(" null", "null"),
        Text(" ~", "~"),
        Text(" 0x1F", "0x1F"),
        Text(" 2026-12-01", "2026-12-01"),
        Text(" \"Good day\" is what we say", "\"Good day\" is what we say"),
        Text(" it's fine", "it's fine"),
        Text("    spaces round   ", "spaces round"),
        Text(" two  spaces", "two  spaces"),
        Text(" a\\nb", "a\\nb"),
        Text(" C:\\Users", "C:\\Users"),
        Text(" ends with a colon:", "ends with a colon:"),
        Text(" a | bar and a > angle", "a | bar and a > angle"),
        Text(" |x", "|x"),
        Text(" a#b", "a#b"),
        Text(" 👩‍👩‍👧 Grüße 東京 e\u{301}", "👩‍👩‍👧 Grüße 東京 e\u{301}"),
        Text(" “Wise” words", "“Wise” words"),
        Text(" a\u{A0}b", "a\u{A0}b"),
        Text("\n    On its own line", "On its own line"),
        Text("\n    note that this is prose", "note that this is prose"),
        Text(" # only a comment\n    The text", "The text"),
    ]

    static let quoted = [
        Text(" \"Hello\"", "Hello"),
        Text(" 'Hello'", "Hello"),
        Text(" \"He said \\\"hi\\\"\"", "He said \"hi\""),
        Text(" \"one\\ntwo\"", "one\ntwo"),
        Text(" \"back\\\\slash\"", "back\\slash"),
        Text(" \"unknown \\q escape\"", "unknown \\q escape"),
        Text(" 'it''s'", "it's"),
        Text(" 'a \\n b'", "a \\n b"),
        Text(" '\"'", "\""),
        Text(" \"'\"", "'"),
        Text(" \"You are #12\"", "You are #12"),
        Text(" \"Hello\" # comment", "Hello"),
        Text(" \"Hello\"   ", "Hello"),
        Text(" 'a' and 'b'", "'a' and 'b'"),
        Text(" \"a\"b", "\"a\"b"),
        Text(" \" spaces \"", " spaces "),
        Text(" \"{customer.id}: {{x}}\"", "{customer.id}: {x}"),
        Text(" \"first\n    second\"", "first second"),
        Text("\n    \"below\"", "below"),
    ]

    static let blocks = [
        Text(" |\n    one\n    two", "one\ntwo\n"),
        Text(" |-\n    one\n    two", "one\ntwo"),
        Text(" >\n    one\n    two", "one two\n"),
        Text(" >-\n    one\n    two", "one two"),
        Text(" |-\n    one\n\n    two", "one\n\ntwo"),
        Text(" >-\n    one\n\n    two", "one\ntwo"),
        Text(" >-\n    one\n\n\n    two", "one\n\ntwo"),
        Text(" |-\n    one\n      deeper\n    two", "one\n  deeper\ntwo"),
        Text(" >-\n    one\n      deeper\n    two", "one\n  deeper\ntwo"),
        Text(" |-\n    say: no key\n    then: end", "say: no key\nthen: end"),
        Text(" |-\n    # no comment\n    - no item", "# no comment\n- no item"),
        Text(" |-\n    \"quotes stay\"", "\"quotes stay\""),
        Text(" |-\n    one   \n    two", "one   \ntwo"),
        Text(" |- # a comment\n    one", "one"),
        Text(" |\n    one\n\n\n", "one\n"),
        Text(" |-\n\n    one", "\none"),
        Text(" |-\n        far in\n        too", "far in\ntoo"),
    ]

    static let continued = [
        Text(" Hello\n    there", "Hello there"),
        Text(" Hello\n      far\n    less far", "Hello far less far"),
        Text(" Hello\n\n    there", "Hello there"),
        Text(" Hello\n    # a comment\n    there", "Hello there"),
        Text(" We open\n    at: nine", "We open at: nine"),
        Text(" Bring\n    - a bag\n    - a coin", "Bring - a bag - a coin"),
        Text(" Hello   \n    there   ", "Hello there"),
        Text("\n    Hello\n    there", "Hello there"),
        Text("\n    Hello\n      there", "Hello there"),
    ]

    static let items = [
        Text("\n    - one\n    - two", "one", "two"),
        Text("\n  - one\n  - two", "one", "two"),
        Text("\n    - one\n      goes on\n    - two", "one goes on", "two"),
        Text("\n    - Note: we are closed", "Note: we are closed"),
        Text("\n    - \"note: we are closed\"", "note: we are closed"),
        Text("\n    - |-\n      one\n      two\n    - three", "one\ntwo", "three"),
        Text("\n    -\n      below\n    - two", "below", "two"),
        Text("\n    - # comment\n      below\n    - two", "below", "two"),
        Text("\n    -   far behind", "far behind"),
        Text("\n    - *star*\n    - [list]\n    - {{x}}", "*star*", "[list]", "{x}"),
        Text(" [one, two]", "[one, two]"),
    ]
}
