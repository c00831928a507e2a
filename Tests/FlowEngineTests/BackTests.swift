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

    // Other flows.

    private static func flows() throws -> Engine {
        let info = """
            flow: info
            start: said
            steps:
              said:
                say: We are open.
                then: back
              topic:
                ask: Which topic?
                answers:
                  Prices: price
                  Go back: back
              price:
                ask: Euro or dollar?
                answers:
                  Euro: end
                  Go back: back
            """
        let address = """
            flow: address
            start: street
            gives:
              city: {city}
            steps:
              street:
                ask: Which street?
                text: one line
                then: city
              city:
                ask: Which city?
                text: one line
                then: end
            """
        return Engine(
            try bot(
                """
                anywhere:
                  hours: info/said
                  topics: info/topic
                  undo: back
                steps:
                  first:
                    ask: Which?
                    answers: [Red, Blue]
                    then: size
                  size:
                    ask: "{first}: which size?"
                    answers:
                      Large: address
                      Topics: info/topic
                      Go back: back
                  address:
                    run: address
                    then: sure
                    if_failed: people/desk
                  sure:
                    ask: "{first}, {size}, to {address.city}?"
                    answers:
                      Yes: end
                      Go back: back
                """, ["info": info, "address": address]))
    }

    @Test func `back from a flow of anywhere asks the question at which the word was written`() throws {
        try play(
            Self.flows(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red: which size?
                buttons: Large, Topics, Go back
                you: hours
                bot: We are open.
                bot: Red: which size?
                buttons: Large, Topics, Go back
                you: topics
                bot: Which topic?
                buttons: Prices, Go back
                tap: Prices
                bot: Euro or dollar?
                buttons: Euro, Go back
                tap: Go back
                bot: Which topic?
                buttons: Prices, Go back
                tap: Go back
                bot: Red: which size?
                buttons: Large, Topics, Go back
                tap: Go back
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `back from a flow that an answer led to asks that question again`() throws {
        try play(
            Self.flows(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Blue
                bot: Blue: which size?
                buttons: Large, Topics, Go back
                tap: Topics
                bot: Which topic?
                buttons: Prices, Go back
                tap: Go back
                bot: Blue: which size?
                buttons: Large, Topics, Go back
                """)
    }

    @Test func `back leads into a flow that was run and has ended, and out of it again`() throws {
        try play(
            Self.flows(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red: which size?
                buttons: Large, Topics, Go back
                tap: Large
                bot: Which street?
                you: Main Street
                bot: Which city?
                you: Cork
                bot: Red, Large, to Cork?
                buttons: Yes, Go back
                tap: Go back
                bot: Which city?
                you: Galway
                bot: Red, Large, to Galway?
                buttons: Yes, Go back
                tap: Go back
                bot: Which city?
                """)
    }
}
