import FlowEngine
import Testing

/// `when_closed`: 3.15.
@Suite struct ClosingCallTests {
    private static let actions = """
        hosts: [api.spoke.example]
        actions:
          release:
            post: https://api.spoke.example/release
            takes:
              slot: text, optional
              reason: text
            examples:
              done:

        """

    private static let flow = """
        steps:
          first:
            ask: Which slot?
            text: one line
            then: sure
          sure:
            ask: Sure?
            answers: [Yes, No]
            then: end
        when_closed:
          call: release
          using:
            slot: {first, or nothing}
            reason: closed
        """

    private static func engine() throws -> Engine { Engine(try bot(flow, actions: actions)) }

    @Test func `closing calls, says nothing, and does not care what comes of it`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which slot?
                you: A7
                bot: Sure?
                buttons: Yes, No
                close:
                drop pending
                call: release with slot = "A7", reason = "closed"
                (closed)
                gave: {}
                (ignored: the conversation has moved on)
                you: hello
                bot: Which slot?
                """)
    }

    @Test func `it calls before any answer, with a person, and not when the conversation is over`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which slot?
                close:
                drop pending
                call: release with reason = "closed"
                (closed)
                close:
                drop pending
                (closed)
                """)
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which slot?
                you: A7
                bot: Sure?
                buttons: Yes, No
                tap: Yes
                (ended)
                close:
                drop pending
                (closed)
                """)
    }
}
