import Expressions
import FlowEngine
import FlowModel
import Testing

/// `when_closed` and reminders in flows that wait for a flow that they run.
@Suite struct RunClosingTests {
    private static let actions = """
        actions:
          release:
            swift: release
            takes:
              what: text
            examples:
              done:

        """

    private static let main = """
        when_closed:
          call: release
          using:
            what: main {first, or nothing}
        steps:
          first:
            ask: Which slot?
            times: [2026-03-05 10:00, 2026-03-06 10:00]
            then: nudge
          nudge:
            remind: in 2 days
            go: still
            then: order
          order:
            run: drink
            using:
              size: small
            then: done
          done:
            say: Done.
            then: end
          still:
            say: Still on {first, day}, with {order.drink, or no drink}?
            then: end
        """

    private static let drink = """
        flow: drink
        needs:
          size: text
        gives:
          drink: {choice}
        when_closed:
          call: release
          using:
            what: {size}
        start: choice
        steps:
          choice:
            ask: Which drink?
            answers: [Tea, Coffee]
            then: nudge
          nudge:
            remind: in 1 day
            go: cold
            then: end
          cold:
            say: Your {size} {choice} is cold.
            then: end
        """

    private static let asked = """
        you: hello
        times: Which slot? | 2026-03-05T10:00, 2026-03-06T10:00
        pick: 2026-03-05 10:00
        bot: Which drink?
        buttons: Tea, Coffee

        """

    private static func engine() throws -> Engine {
        let withBye = plainBot.replacing("anywhere:", with: "anywhere:\n  bye: end")
        return Engine(try bot(main, ["drink": drink], bot: withBye, actions: actions))
    }

    @Test func `closing is told by the flow that is run, then by those that wait for it`() throws {
        try play(
            Self.engine(),
            script: Self.asked + """
                close:
                drop pending
                call: release with what = "small"
                call: release with what = "main 5 March 2026 at 10:00"
                (closed)
                """)
    }

    @Test func `a reminder knows what was answered in its flow, whichever flow the conversation ended in`() throws {
        try play(
            Self.engine(),
            script: Self.asked + """
                you: bye
                (ended)
                wait: 2 days
                bot: Still on Thursday, with no drink?
                (ended)
                """)
        try play(
            Self.engine(),
            script: Self.asked + """
                tap: Tea
                bot: Done.
                (ended)
                wait: 1 day
                bot: Your small Tea is cold.
                (ended)
                wait: 1 day
                bot: Still on Thursday, with Tea?
                (ended)
                """)
    }
}
