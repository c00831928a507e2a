import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// What customers type at questions for days and times, and words with a question mark: the third edition of the rules.
@Suite struct CloseTypingTests {
    private static let day = """
        steps:
          first:
            ask: When?
            date: future
            then: bye
          bye:
            say: "{first, iso}"
            then: end
        """

    @Test(arguments: ["Thursday", "on Thursday!", "next Thursday", "the 12th", "12", "12 March", "12.3."])
    func `after the question which day is meant, a typed day is looked for among those offered`(typed: String) throws {
        try play(
            Self.day,
            script: """
                you: hello
                bot: When?
                you: next week
                list: Which day do you mean? | \((9...15).map { "\($0) March 2026" }.joined(separator: ", "))
                you: \(typed)
                bot: 2026-03-12
                (ended)
                """)
    }

    @Test(arguments: [("tomorrow", "2026-03-03"), ("this Friday", "2026-03-06"), ("20 March", "2026-03-20")])
    func `another day counts as it always does`(typed: String, day: String) throws {
        try play(
            Self.day,
            script: """
                you: hello
                bot: When?
                you: next week
                list: Which day do you mean? | \((9...15).map { "\($0) March 2026" }.joined(separator: ", "))
                you: \(typed)
                bot: \(day)
                (ended)
                """)
    }

    private static let times = """
        steps:
          first:
            ask: When?
            times:
              every: 1 hour
              in: 11:00 to 14:00
              days: 10
              at_most: 4
              more: Later times
            or:
              Another day: first
              None of these: call
            then: sure
          sure:
            ask: "{first}?"
            answers: [Yes, No]
            then: end
          call:
            ask: What is your number?
            text: phone
            then: end
        """

    private static let page = """
        you: hello
        times: When? | 2026-03-02T11:00, 2026-03-02T12:00, 2026-03-02T13:00, 2026-03-03T11:00
        bot: Or:
        buttons: Later times, Another day, None of these
        """

    @Test func `a typed day that stands on a later page is found`() throws {
        try play(
            Self.times,
            script: """
                \(Self.page)
                you: Thursday at noon
                bot: 5 March 2026 at 12:00?
                buttons: Yes, No
                """)
        try play(
            Self.times,
            script: """
                \(Self.page)
                you: Thursday
                times: Which of these times? | 2026-03-05T11:00, 2026-03-05T12:00, 2026-03-05T13:00
                bot: Or:
                buttons: Later times, Another day, None of these
                """)
    }

    @Test func `a choice of days narrows to both, also when one of them is on a later page`() throws {
        try play(
            Self.times,
            script: """
                \(Self.page)
                you: tomorrow or Thursday
                times: Which of these times? | 2026-03-03T11:00, 2026-03-03T12:00, 2026-03-03T13:00, 2026-03-05T11:00
                bot: Or:
                buttons: Later times, Another day, None of these
                """)
    }

    @Test func `the first and the last are times of the page`() throws {
        for (typed, time) in [
            ("the first one", "2 March 2026 at 11:00"), ("the last one", "3 March 2026 at 11:00"),
            ("as soon as possible", "2 March 2026 at 11:00"), ("the second", "2 March 2026 at 12:00"),
        ] {
            try play(
                Self.times,
                script: """
                    \(Self.page)
                    you: \(typed)
                    bot: \(time)?
                    buttons: Yes, No
                    """)
        }
    }

    @Test(arguments: ["tomorrow or Thursday", "the first one"])
    func `an earlier edition of the rules understands neither`(typed: String) throws {
        let engine = Engine(try bot(Self.times))
        var session: Session?
        for (number, text) in ["hello", typed].enumerated() {
            var event = Event(
                .heard(.text(text), bubble: nil), at: tenOClock, seed: Seed(high: 1, low: UInt64(number)),
                sender: .init(
                    customer: "ana", device: Device(channel: .apple, capabilities: [.quick, .list, .time]),
                    region: .unknown))
            event.rules = 3
            guard case .turn(let turn) = try engine.advance(session, on: event) else { throw Unexpected() }
            session = turn.session
        }
        #expect(session?.open?.misfits == 1)
    }

    @Test func `a day that the page cuts off is whole`() throws {
        try play(
            Self.times,
            script: """
                \(Self.page)
                you: tomorrow
                times: Which of these times? | 2026-03-03T11:00, 2026-03-03T12:00, 2026-03-03T13:00
                bot: Or:
                buttons: Later times, Another day, None of these
                """)
    }

    @Test(arguments: ["none", "none of them", "none of those", "nonne of these please"])
    func `answers beside the times are understood in other words`(typed: String) throws {
        try play(
            Self.times,
            script: """
                \(Self.page)
                you: \(typed)
                bot: What is your number?
                """)
    }

    @Test func `the answer for more times is one of them`() throws {
        try play(
            Self.times,
            script: """
                \(Self.page)
                you: later please
                times: When? | 2026-03-03T12:00, 2026-03-03T13:00, 2026-03-04T11:00, 2026-03-04T12:00
                bot: Or:
                buttons: Later times, Another day, None of these
                """)
    }

    @Test func `an answer beside the times that ends the conversation is repeated first`() throws {
        let flow = Self.times.replacing("None of these: call", with: "None of these: end")
        try play(
            flow,
            script: """
                \(Self.page)
                you: nonne
                bot: Did we understand you correctly? None of these
                buttons: Yes, No
                you: yes
                (ended)
                """)
    }

    private static let words = """
        anywhere:
          agent, help, support: people/desk
          are you open?: hours
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: end
          hours:
            say: From nine to five.
            then: resume
        """

    @Test(arguments: ["help?", "Help?!", "help …", "help"]) func `a question mark is forgiven behind a word`(
        typed: String
    )
        throws
    {
        var talk = Talk([Engine(try bot(Self.words))])
        _ = try talk.say("hello")
        _ = try talk.say(typed)
        #expect(talk.session?.status == .withPerson)
    }

    @Test(arguments: ["are you open", "Are you open?", "are you open!"])
    func `words may be written as a question`(typed: String) throws {
        try play(
            Self.words,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: \(typed)
                bot: From nine to five.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `messages of the edition before are answered as they were`() throws {
        let engine = Engine(try bot(Self.day))
        var session: Session?
        for (number, text) in ["hello", "next week", "Thursday"].enumerated() {
            var event = Event(
                .heard(.text(text), bubble: nil), at: tenOClock, seed: Seed(high: 1, low: UInt64(number)),
                sender: .init(
                    customer: "ana", device: Device(channel: .apple, capabilities: [.quick, .list, .time]),
                    region: .unknown))
            event.rules = 2
            guard case .turn(let turn) = try engine.advance(session, on: event) else { throw Unexpected() }
            session = turn.session
        }
        #expect(session?.answers["first"]?.external(in: .utc).text == "\"2026-03-05\"")
    }

    private struct Unexpected: Error {}
}
