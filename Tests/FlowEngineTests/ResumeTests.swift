import FlowEngine
import Testing

@Suite struct ResumeTests {
    private static let nested = """
        anywhere:
          size: size
          price: price
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: done
          size:
            ask: Large or small?
            answers: [Large, Small]
            then: told
          told:
            say: Noted, {size}.
            then: resume
          price:
            say: Nine euros.
            then: resume
          done:
            say: {first} in {size, or any size}.
            then: end
        """

    @Test func `interruptions lie upon each other, and what was answered meanwhile stays`() throws {
        try play(
            Self.nested,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: size
                bot: Large or small?
                buttons: Large, Small
                you: price
                bot: Nine euros.
                bot: Large or small?
                buttons: Large, Small
                tap: Small
                bot: Noted, Small.
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red in Small.
                (ended)
                """)
    }

    @Test func `with nothing interrupted the bot begins at its start`() throws {
        try play(
            Self.nested,
            script: """
                you: price
                bot: Nine euros.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    private static let second = """
        flow: second
        start: ask
        steps:
          ask:
            ask: Anything else?
            answers:
              Yes: main/other
              No: back_again
          back_again:
            say: Back to where we were.
            then: resume
        """

    private static let first = """
        anywhere:
          else: second/ask
        steps:
          first:
            ask: Your name?
            text: name
            then: colour
          colour:
            ask: Which, {first, or friend}?
            answers: [Red, Blue]
            then: done
          other:
            say: Then to the other thing.
            then: out
          out:
            say: That was it.
            then: resume
          done:
            say: {colour} for {first, or you}.
            then: end
        """

    @Test(arguments: [
        ("No", "bot: Back to where we were."), ("Yes", "bot: Then to the other thing.\nbot: That was it."),
    ])
    func `a question of another flow is resumed with the answers of its flow`(answer: String, says: String) throws {
        try play(
            Engine(bot(Self.first, ["second": Self.second])),
            script: """
                you: hello
                bot: Your name?
                you: Ana
                bot: Which, Ana?
                buttons: Red, Blue
                you: else
                bot: Anything else?
                buttons: Yes, No
                tap: \(answer)
                \(says)
                bot: Which, Ana?
                buttons: Red, Blue
                tap: Red
                bot: Red for Ana.
                (ended)
                """)
    }

    @Test func `what was said before the question is not said again, and its tries begin anew`() throws {
        try play(
            """
            anywhere:
              price: price
            steps:
              first:
                say: Welcome!
                ask: Which?
                answers: [Red, Blue]
                then: end
              price:
                say: Nine euros.
                then: resume
            """,
            script: """
                you: hello
                bot: Welcome!
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
                you: price
                bot: Nine euros.
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
                you: green
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }
}
