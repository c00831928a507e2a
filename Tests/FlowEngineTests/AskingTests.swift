import FlowEngine
import Testing

@Suite struct AskingTests {
    @Test func `what a step says goes out before its question, message by message`() throws {
        try play(
            """
            steps:
              first:
                say:
                  - Welcome!
                  - Good to see you.
                ask: Which colour?
                answers: [Red, Blue]
                then: done
              done:
                say: {first} it is.
                then: end
            """,
            script: """
                you: hello
                bot: Welcome!
                bot: Good to see you.
                bot: Which colour?
                buttons: Red, Blue
                tap: Blue
                bot: Blue it is.
                (ended)
                """)
    }

    @Test func `a list is said in one message, a line for each item, and an empty one in its own words`() throws {
        try play(
            """
            steps:
              first:
                set:
                  tools: [pump, spanner]
                  none: []
                say:
                  - each: tool in tools
                    line: - {tool, upper}
                  - each: tool in none
                    line: - {tool}
                    if_empty: Nothing else.
                  - each: tool in none
                    line: - {tool}
                then: end
            """,
            script: """
                you: hello
                bot: - PUMP / - SPANNER
                bot: Nothing else.
                (ended)
                """)
    }

    @Test func `a message of nothing but white space is not sent`() throws {
        try play(
            """
            steps:
              first:
                say:
                  - {entry.intent, or nothing}
                  - Hello.
                then: end
            """,
            script: """
                you: hello
                bot: Hello.
                (ended)
                """)
    }

    @Test func `set reckons, keeps words as they are, and empties`() throws {
        try play(
            """
            steps:
              first:
                set:
                  count: 2 + 3 * 4
                  price: {count} * 1.50 EUR
                  words: "{count} pieces"
                  open: yes
                  gone: here
                then: second
              second:
                set:
                  gone: nothing
                then: third
              third:
                say: {count}, {price}, {words}, {open}, {gone, or gone}
                then: end
            """,
            script: """
                you: hello
                bot: 14, €21.00, 14 pieces, yes, gone
                (ended)
                """)
    }

    @Test func `when is read from the top and takes the first line that is true`() throws {
        try play(
            """
            steps:
              first:
                ask: How many?
                text: code
                then: reckon
              reckon:
                when:
                  first is "1": one
                  first is one of 1, 2, 3: few
                  otherwise: many
              one:
                say: One.
                then: first
              few:
                say: A few.
                then: first
              many:
                say: Many.
                then: end
            """,
            script: """
                you: hello
                bot: How many?
                you: 1
                bot: One.
                bot: How many?
                you: 3
                bot: A few.
                bot: How many?
                you: 4
                bot: Many.
                (ended)
                """)
    }

    @Test func `a bubble with a title of its own leaves the question to a message before it`() throws {
        try play(
            """
            steps:
              first:
                ask: Which colour would you like?
                as: list
                bubble:
                  title: Colours
                answers: [Red, Blue]
                then: end
            """,
            script: """
                you: hello
                bot: Which colour would you like?
                list: Colours | Red, Blue
                tap: Red
                (ended)
                """)
    }

    @Test func `a question that has nothing to offer goes where failures go`() throws {
        try play(
            """
            steps:
              first:
                set:
                  colours: []
                then: which
              which:
                ask: Which?
                answers:
                  - each: colour in colours
                    label: {colour}
                then: end
                if_failed:
                  say: There is nothing left.
                  then: end
            """,
            script: """
                you: hello
                bot: There is nothing left.
                (ended)
                """)
    }

    private static let division = """
        steps:
          first:
            ask: Among how many?
            text: code
            then: reckon
          reckon:
            when:
              first is "0": nobody
              otherwise: share
          nobody:
            set:
              share: 12 / 0
            say:
              - Now then.
              - {share} for each.
              - This is never said.
            then: end
            if_failed:
              say: That cannot be done, {first}.
              then: first
          share:
            say: 12 for each.
            then: end
        """

    @Test func `a text that needs an empty name goes where failures go, after what was said before`() throws {
        try play(
            Self.division,
            script: """
                you: hello
                bot: Among how many?
                you: 0
                bot: Now then.
                bot: That cannot be done, 0.
                bot: Among how many?
                """)
    }

    @Test func `without an exit for failures the conversation ends`() throws {
        let exit = "    if_failed:\n      say: That cannot be done, {first}.\n      then: first\n"
        try play(
            Engine(
                bot(
                    Self.division.replacing(exit, with: ""), bot: plainBot.replacing("if_failed: people/desk", with: "")
                )),
            script: """
                you: hello
                bot: Among how many?
                you: 0
                bot: Now then.
                (ended)
                """)
    }
}
