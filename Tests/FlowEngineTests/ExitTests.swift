import FlowEngine
import Testing

@Suite struct ExitTests {
    private static func flow(_ exits: String) -> String {
        """
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: done
        \(exits)
          done:
            say: {first}.
            then: end
          bye:
            say: Another time, then.
            then: end
        """
    }

    @Test func `silence is answered so many times, then taken for a goodbye`() throws {
        try play(
            Self.flow(
                """
                    if_silent:
                      after: 10 minutes
                      say: Still there?
                      repeats: 2
                      then: bye
                """),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                wait: 9 minutes
                wait: 1 minute
                bot: Still there?
                wait: 9 minutes
                wait: 1 minute
                bot: Still there?
                wait: 9 minutes
                wait: 1 minute
                bot: Another time, then.
                (ended)
                wait: 7 days
                """)
    }

    @Test func `without words of its own silence is not answered`() throws {
        try play(
            Self.flow(
                """
                    if_silent:
                      after: 10 minutes
                      then: bye
                """),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                wait: 10 minutes
                bot: Another time, then.
                (ended)
                """)
    }

    @Test func `an unexpected reply begins the wait anew, and an answer ends it`() throws {
        try play(
            Self.flow(
                """
                    if_silent:
                      after: 10 minutes
                      say: Still there?
                      then: bye
                """),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                wait: 10 minutes
                bot: Still there?
                wait: 9 minutes
                you: yes
                bot: Sorry?
                bot: Which?
                buttons: Red, Blue
                wait: 9 minutes
                wait: 1 minute
                bot: Still there?
                wait: 5 minutes
                tap: Red
                bot: Red.
                (ended)
                wait: 1 day
                """)
    }

    @Test func `never waits for ever`() throws {
        try play(
            Self.flow("    if_silent: never"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                wait: 30 days
                you: red
                bot: Red.
                (ended)
                """)
    }

    @Test func `so many misfits are answered and the question asked again, then comes the exit`() throws {
        try play(
            Self.flow(
                """
                    if_other:
                      say: Please tap a colour, not {said}.
                      tries: 2
                      then: bye
                """),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: green
                bot: Please tap a colour, not green.
                bot: Which?
                buttons: Red, Blue
                you: yellow
                bot: Please tap a colour, not yellow.
                bot: Which?
                buttons: Red, Blue
                you: white
                bot: Another time, then.
                (ended)
                """)
    }

    @Test func `a destination alone is taken at once`() throws {
        try play(
            Self.flow("    if_other: bye"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: green
                bot: Another time, then.
                (ended)
                """)
    }

    @Test func `what does not fit can be accepted as it is`() throws {
        try play(
            Self.flow("    if_other: accept"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: a kind of green.
                bot: a kind of green..
                (ended)
                """)
    }

    @Test func `a question for words accepts nothing that its limits refuse`() throws {
        try play(
            """
            steps:
              first:
                ask: Your address?
                text: email
                then: end
                if_other: accept
            """,
            script: """
                you: hello
                bot: Your address?
                you: none
                bot: Your address?
                you: none
                bot: Your address?
                you: ana@example.com
                (ended)
                """)
    }

    @Test func `the count of misfits begins again when a question is answered`() throws {
        try play(
            """
            steps:
              first:
                ask: Which?
                answers: [Red, Blue]
                then: size
              size:
                ask: Which size?
                answers:
                  Large: end
                  Go back: back
            """,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: green
                bot: Sorry?
                bot: Which?
                buttons: Red, Blue
                you: green
                bot: Sorry?
                bot: Which?
                buttons: Red, Blue
                you: red
                bot: Which size?
                buttons: Large, Go back
                you: go back
                bot: Which?
                buttons: Red, Blue
                you: green
                bot: Sorry?
                bot: Which?
                buttons: Red, Blue
                """)
    }

    private static let failing = flow(
        """
            if_failed:
              say: That did not arrive.
              then: bye
        """)

    @Test func `when the question never arrived its exit for failures is taken`() throws {
        try play(
            Self.failing,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                undelivered:
                bot: That did not arrive.
                bot: Another time, then.
                (ended)
                undelivered:
                (ignored: the conversation has moved on)
                """)
    }

    @Test func `what never arrived before the customer went on does not matter`() throws {
        try play(
            Self.failing,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: green
                bot: Sorry?
                bot: Which?
                buttons: Red, Blue
                undelivered 1:
                (ignored: the conversation has moved on)
                undelivered 2:
                bot: That did not arrive.
                bot: Another time, then.
                (ended)
                """)
    }

    @Test func `without an exit for failures the question stays open`() throws {
        try play(
            Engine(bot(Self.flow(""), bot: plainBot.replacing("if_failed: people/desk", with: ""))),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                undelivered:
                (ignored: there is no exit for this failure)
                you: red
                bot: Red.
                (ended)
                """)
    }
}
