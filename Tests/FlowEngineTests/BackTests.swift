import FlowEngine
import Testing

@Suite struct BackTests {
    private static let order = """
        anywhere:
          undo: back
          about: about
        steps:
          first:
            ask: Which?
            answers:
              Red: size
              Blue: size
              Go back: back
          size:
            ask: {first}, and which size?
            answers:
              Large: done
              Small: done
              Go back: back
              Tell me more: about
          about:
            say: {first, or Nothing} chosen, {size, or no size}.
            then: back
          done:
            say: {first} {size}.
            then: end
        """

    @Test func `back asks the question before, its answer forgotten`() throws {
        try play(
            Self.order,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue, Go back
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Go back, Tell me more
                tap: Go back
                bot: Which?
                buttons: Red, Blue, Go back
                you: about
                bot: Nothing chosen, no size.
                bot: Which?
                buttons: Red, Blue, Go back
                """)
    }

    @Test func `from the first question the way back leads to itself`() throws {
        try play(
            Self.order,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue, Go back
                tap: Go back
                bot: Which?
                buttons: Red, Blue, Go back
                you: undo
                bot: Which?
                buttons: Red, Blue, Go back
                """)
    }

    @Test func `after words that were only said, the question that led there is the one before`() throws {
        try play(
            Self.order,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue, Go back
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Go back, Tell me more
                tap: Tell me more
                bot: Red chosen, Tell me more.
                bot: Red, and which size?
                buttons: Large, Small, Go back, Tell me more
                you: about
                bot: Red chosen, no size.
                bot: Red, and which size?
                buttons: Large, Small, Go back, Tell me more
                you: undo
                bot: Which?
                buttons: Red, Blue, Go back
                """)
    }

    @Test func `back as the way out of an exit leads to the question before`() throws {
        try play(
            """
            steps:
              first:
                ask: Which?
                answers: [Red, Blue]
                then: size
              size:
                ask: Which size?
                answers: [Large, Small]
                then: end
                if_other:
                  tries: 0
                  then: back
            """,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Which size?
                buttons: Large, Small
                you: what?
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `back from the first thing that is said begins at the start`() throws {
        try play(
            Self.order,
            script: """
                you: about
                bot: Nothing chosen, no size.
                bot: Which?
                buttons: Red, Blue, Go back
                """)
    }
}
