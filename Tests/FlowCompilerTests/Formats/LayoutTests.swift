import Testing

/// The layout rules: indentation, blank lines, lists, comments.
@Suite struct LayoutTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let rule: String
        let before: String
        let after: String

        /// - Parameter after: `nil` when nothing changes.
        init(_ rule: String, _ before: String, _ after: String? = nil) {
            self.rule = rule
            self.before = before
            self.after = after ?? before
        }

        var testDescription: String { rule }
    }

    @Test(arguments: indentation + blankLines + comments + longTexts)
    func `a file gets its one layout`(_ pair: Pair) {
        #expect(formatted(pair.before) == pair.after)
        #expect(formatted(pair.after) == pair.after, "formatting twice changes nothing more")
    }

    static let indentation = [
        Pair(
            "two spaces a level", "flow: a\nsteps:\n    b:\n        say: Hi\n        then: end\n",
            "flow: a\nsteps:\n  b:\n    say: Hi\n    then: end\n"),
        Pair(
            "lists stand below their key", "steps:\n  b:\n    answers:\n    - One\n    -   Two\n",
            "steps:\n  b:\n    answers:\n      - One\n      - Two\n"),
        Pair(
            "keys of an item stand below each other", "steps:\n  b:\n    answers:\n    -  label: One\n       note: x\n",
            "steps:\n  b:\n    answers:\n      - label: One\n        note: x\n"),
        Pair(
            "an item begins on the line of its dash", "steps:\n  b:\n    say:\n      -\n        Hello\n",
            "steps:\n  b:\n    say:\n      - Hello\n"),
        Pair(
            "tabs become spaces", "steps:\n\tb:\n\t\tsay: Hi\n\t\tthen: end\n",
            "steps:\n  b:\n    say: Hi\n    then: end\n"),
        Pair(
            "one space behind a colon", "flow:    a\nsteps:\n  b:\n    then :   end   \n",
            "flow: a\nsteps:\n  b:\n    then: end\n"),
        Pair(
            "no-break spaces become plain ones", "flow:\u{A0}a\nsteps:\n\u{A0} b:\n    then: end\n",
            "flow: a\nsteps:\n  b:\n    then: end\n"),
        Pair("a list on one line keeps its line", "using: [a,b ,  c]\n", "using: [a, b, c]\n"),
        Pair("a text on a line below its key moves up", "about:\n    A bot\n", "about: A bot\n"),
        Pair("line ends are plain and the last line has one", "flow: a\r\nstart: b", "flow: a\nstart: b\n"),
        Pair("order stays as written", "start: b\nflow: a\n"),
        Pair("a key without a value stays", "people:\n  team:\n  desk:\n    hours: shop\n"),
    ]

    static let blankLines = [
        Pair("one blank line stays", "flow: a\n\nsteps:\n  b:\n    then: end\n\n  c:\n    then: end\n"),
        Pair("more than one becomes one", "flow: a\n\n\n  \nstart: b\n", "flow: a\n\nstart: b\n"),
        Pair("none at the beginning and the end", "\n\nflow: a\n\n\n", "flow: a\n"),
        Pair("none at the beginning of a block", "steps:\n\n  b:\n\n    then: end\n", "steps:\n  b:\n    then: end\n"),
    ]

    static let comments = [
        Pair("comments above stay above", "# The bot\nflow: a\n# Where it starts\nstart: b\n"),
        Pair(
            "comments move with their block", "steps:\n      # First\n    b:\n  # what it says\n        say: Hi\n",
            "steps:\n  # First\n  b:\n    # what it says\n    say: Hi\n"),
        Pair(
            "a comment at the end of a block belongs to it",
            "steps:\n  b:\n    then: end\n    # of b\n  # of steps\n  c:\n    then: end\n  # last of steps\n# last\n"),
        Pair("a block that is switched off keeps its shape", "#one:\n  # why\n  #two: 3\nflow: a\n"),
        Pair("comments behind keep their column", "flow: a   # name\nstart: b  # first\n"),
        Pair(
            "comments behind move with their line",
            "steps:\n    b:\n        then: c     # x\n        as: list    # y\n",
            "steps:\n  b:\n    then: c     # x\n    as: list    # y\n"),
        Pair("a comment behind a key of a block", "steps:  # all\n  b: # one\n    then: end\n"),
        Pair("a comment behind an item", "answers:\n  - Plum # ripe\n  - Apple\n"),
        Pair(
            "a comment behind a dash moves above", "say:\n  - # hello\n    Hi\n", "say:\n  # hello\n  - Hi\n"),
        Pair(
            "a comment before a text below its key moves above", "about: # why\n  A bot\n", "# why\nabout: A bot\n"),
        Pair(
            "a comment inside a long text moves below", "about: One\n  # why\n  two\nflow: a\n",
            "about: One\n  two\n# why\nflow: a\n"),
        Pair("a comment behind a quoted text", "about: \"A bot\"   # mine\n"),
        Pair("a comment behind the sign of a block", "about: |- # mine\n  one\n  # text\n"),
    ]

    static let longTexts = [
        Pair(
            "lines of a long text stay", "steps:\n  b:\n    say: One\n          two\n       three\n",
            "steps:\n  b:\n    say: One\n      two\n      three\n"),
        Pair(
            "quotes go round all lines", "about: One\n  two: three\n  four\n", "about: \"One\n  two: three\n  four\"\n"),
        Pair(
            "a block of text moves with its key", "about: |-\n      one\n        two\n\n\n      three\n",
            "about: |-\n  one\n    two\n\n\n  three\n"),
        Pair("trailing blanks in a block are text", "about: |\n  one  \n  two\n"),
        Pair(
            "a block in an item", "say:\n- |-\n   one\n   two\n- three\n", "say:\n  - |-\n    one\n    two\n  - three\n"
        ),
    ]
}
