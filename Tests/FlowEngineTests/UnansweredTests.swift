import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// `if_unanswered`, `meanwhile` and the figures of a queue.
@Suite struct UnansweredTests {
    private static func flow(_ exit: String) -> String {
        """
        steps:
          first:
            hand_over: desk
            if_unanswered:
        \(exit)
            then: back_again
          back_again:
            say: Here we are again.
            then: end
          call_us:
            say: Please call us.
            then: end
        """
    }

    @Test func `it is said as often as written, and then it goes on`() throws {
        try play(
            Self.flow("      after: 3 minutes\n      say: Still busy.\n      again: 2\n      then: call_us"),
            script: """
                you: hello
                hand over: desk (front-desk)
                (with-person)
                wait: 2 minutes
                wait: 1 minute
                bot: Still busy.
                (with-person)
                wait: 3 minutes
                bot: Still busy.
                (with-person)
                wait: 3 minutes
                bot: Please call us.
                (ended)
                """)
    }

    @Test func `without a way it stays with the people`() throws {
        try play(
            Self.flow("      after: 3 minutes\n      say: Still busy."),
            script: """
                you: hello
                hand over: desk (front-desk)
                (with-person)
                wait: 3 minutes
                bot: Still busy.
                (with-person)
                wait: 60 minutes
                give back:
                bot: Here we are again.
                (ended)
                """)
    }

    @Test func `once a person has written nothing happens any more`() throws {
        try play(
            Self.flow("      after: 3 minutes\n      then: call_us"),
            script: """
                you: hello
                hand over: desk (front-desk)
                (with-person)
                wait: 2 minutes
                person: Hello!
                bot: Hello!
                (with-person)
                wait: 60 minutes
                """)
        var talk = Talk([Engine(try FlowEngineTests.bot(Self.flow("      after: 3 minutes\n      then: call_us")))])
        _ = try talk.say("hello")
        let session = try #require(talk.session)
        #expect(session.wake?.purpose == .unanswered(session.handover?.id ?? ""))
        let answered = session.answered(with: "Hello!", at: tenOClock, seed: Seed(high: 1, low: 2))
        #expect(answered?.session.wake == nil)
        #expect(try Session(json: session.json) == session)
    }

    @Test func `the place in the queue comes with the event, and is 1 when nothing is known`() throws {
        let main = """
            steps:
              first:
                hand_over: desk
                meanwhile: Number {people.desk.place}, {people.desk.wait, or soon}.
                then: end
            """
        let engine = Engine(try FlowEngineTests.bot(main))
        #expect(engine.bot.readsQueues)
        try play(
            engine,
            script: "you: hello\nhand over: desk (front-desk)\nbot: Number 1, soon.\n(with-person)")
        var event = Event(
            .heard(.text("hello"), bubble: nil), at: tenOClock, seed: Seed(high: 1, low: 1),
            sender: .init(customer: "ana", device: Device(channel: .apple, capabilities: .quick)))
        event.shared = SharedState(queues: [QueueFigures(queue: "desk", ahead: 2, waits: [.seconds(70), .minutes(9)])])
        event = try Event(json: event.json)
        let outcome = try engine.advance(nil, on: event)
        guard case .turn(let turn) = outcome else { return #expect(Bool(false)) }
        #expect(turn.effects.compactMap(\.outgoing).map(\.message) == [.text("Number 3, 9 minutes.")])
    }

    @Test func `a bot that does not use the figures does not ask for them`() throws {
        #expect(try !FlowEngineTests.bot(Self.flow("      after: 3 minutes\n      then: call_us")).readsQueues)
    }
}
