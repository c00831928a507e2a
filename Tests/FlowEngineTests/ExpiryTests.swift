import Expressions
import FlowEngine
import FlowModel
import JSON
import Testing

/// Conversations that are idle for longer than `expires` are removed: 6.4.
@Suite struct ExpiryTests {
    private static let flow = """
        steps:
          first:
            ask: Name?
            text: name
            then: thing
          thing:
            ask: What is broken, {first}?
            answers: [Wheel, Brake]
            then: end
        """

    private static func engine(_ flow: String = flow, expires: String = "2 days") throws -> Engine {
        Engine(try bot(flow, bot: plainBot + "\nexpires: \(expires)"))
    }

    @Test func `a conversation that was quiet for too long begins anew`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Name?
                you: Ana
                bot: What is broken, Ana?
                buttons: Wheel, Brake
                wait: 48 hours
                you: wait
                bot: Sorry?
                bot: What is broken, Ana?
                buttons: Wheel, Brake
                wait: 48 hours
                wait: 1 second
                you: wheel
                bot: Name?
                """)
    }

    @Test func `without a word about it that is thirty days`() throws {
        #expect(try bot(Self.flow).expires == .days(30))
        try play(
            Self.flow,
            script: """
                you: hello
                bot: Name?
                wait: 30 days
                you: Ana
                bot: What is broken, Ana?
                buttons: Wheel, Brake
                wait: 31 days
                you: wheel
                bot: Name?
                """)
    }

    @Test func `a tap on a question of a forgotten conversation is an old one`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Name?
                you: Ana
                bot: What is broken, Ana?
                buttons: Wheel, Brake
                wait: 3 days
                tap: Wheel
                bot: That question is no longer open.
                bot: Name?
                """)
    }

    @Test func `people keep a conversation until it is forgotten`() throws {
        try play(
            Self.engine(),
            script: """
                you: help
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                wait: 2 days
                you: are you there?
                (with-person)
                wait: 2 days
                you: still there?
                (with-person)
                wait: 3 days
                you: hello
                bot: Name?
                """)
    }

    @Test func `silence on a question of a forgotten conversation says nothing`() throws {
        try play(
            Self.engine(
                Self.flow.replacing(
                    "    text: name",
                    with: "    text: name\n    if_silent:\n      after: 3 days\n      say: Hello?\n      then: end")),
            script: """
                you: hello
                bot: Name?
                wait: 4 days
                (ended)
                you: hello
                bot: Name?
                """)
    }

    @Test func `closing a forgotten conversation still closes it`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Name?
                wait: 3 days
                close:
                drop pending
                (closed)
                """)
    }

    @Test func `a session that was stored without its time is not forgotten`() throws {
        var talk = Talk([try Self.engine()])
        _ = try talk.say("hello")
        guard case .object(var object)? = talk.session?.json else { return }
        #expect(object["at"] != nil)
        object["at"] = nil
        let old = try Session(json: .object(object))
        #expect(try !Self.engine().hasExpired(old, at: talk.now + .days(1_000)))
    }
}
