import FlowEngine
import Testing

@Suite struct EndingTests {
    private static let flow = """
        steps:
          first:
            ask: Which, {first, or nothing yet}?
            answers: [Red, Blue]
            then: done
          done:
            say: {first} for {entry.intent, or no reason}.
            then: end
        """

    private static func engine() throws -> Engine {
        Engine(try bot(flow, bot: plainBot + "\nnotice: You are writing with a machine."))
    }

    @Test func `the notice stands before anything else, at the beginning of each conversation`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: You are writing with a machine.
                bot: Which, nothing yet?
                buttons: Red, Blue
                you: menu
                bot: Which, nothing yet?
                buttons: Red, Blue
                you: stop
                bot: Goodbye! Write again whenever you like.
                (ended)
                you: stop
                bot: You are writing with a machine.
                bot: Goodbye! Write again whenever you like.
                (ended)
                """)
    }

    @Test func `after the end everything begins anew, with what came along this time`() throws {
        try play(
            Self.engine(),
            script: """
                intent: repair
                you: hello
                bot: You are writing with a machine.
                bot: Which, nothing yet?
                buttons: Red, Blue
                tap: Red
                bot: Red for repair.
                (ended)
                intent: rent
                you: hello
                bot: You are writing with a machine.
                bot: Which, nothing yet?
                buttons: Red, Blue
                tap: Blue
                bot: Blue for rent.
                (ended)
                """)
    }

    @Test func `after the customer has closed the conversation nothing is said until they write`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: You are writing with a machine.
                bot: Which, nothing yet?
                buttons: Red, Blue
                close:
                drop pending
                (closed)
                wait: 7 days
                undelivered 1:
                (ignored: the conversation has moved on)
                close:
                drop pending
                (closed)
                you: hello
                bot: You are writing with a machine.
                bot: Which, nothing yet?
                buttons: Red, Blue
                """)
    }

    @Test func `somebody who never wrote can close the conversation`() throws {
        try play(
            Self.engine(),
            script: """
                close:
                drop pending
                (closed)
                you: hello
                bot: You are writing with a machine.
                bot: Which, nothing yet?
                buttons: Red, Blue
                """)
    }

    @Test func `a tap on an old bubble begins a conversation with a word about it`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: You are writing with a machine.
                bot: Which, nothing yet?
                buttons: Red, Blue
                close:
                drop pending
                (closed)
                tap: Red
                bot: You are writing with a machine.
                bot: That question is no longer open.
                bot: Which, nothing yet?
                buttons: Red, Blue
                """)
    }

    @Test func `what belongs to no conversation is an error`() throws {
        let engine = try Self.engine()
        for kind in [Event.Kind.givenBack, .silent(question: "q"), .undelivered(turn: 1)] {
            #expect(throws: EngineError.noConversation) {
                try engine.advance(nil, on: Event(kind, at: tenOClock, seed: Seed(high: 0, low: 0)))
            }
        }
    }

    @Test func `silence on a question that is not open is ignored`() throws {
        var talk = Talk([try Self.engine()])
        _ = try talk.say("hello")
        #expect(try talk.happen(.silent(question: "another")) == .ignored("the question was already answered"))
    }
}
