import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

/// Reminders that wait: how many, how they are stored, and what becomes of them when the flow is edited.
@Suite struct WaitingRemindersTests {
    @Test func `a reminder that was stored before it could have a name still decodes`() throws {
        let old: JSONValue = [
            "id": "a", "flow": "main", "step": "nudge", "at": 1, "turn": 2, "answers": JSONValue.object([:]),
        ]
        let reminder = try WaitingReminder(json: old)
        #expect(reminder.name == nil && reminder.newestAnswers == nil)
        #expect(reminder.json == old)
    }

    @Test func `a step that is passed twice reminds once`() throws {
        try play(
            """
            steps:
              first:
                remind: in 1 day
                go: one
                then: round
              round:
                ask: Again?
                answers:
                  Yes: first
                  No: end
              one:
                say: One.
                then: end
            """,
            script: """
                you: hello
                bot: Again?
                buttons: Yes, No
                tap: Yes
                bot: Again?
                buttons: Yes, No
                tap: No
                (ended)
                wait: 9 days
                bot: One.
                (ended)
                """)
    }

    private static let visits = """
        steps:
          first:
            ask: Which visit?
            text: one line
            then: more
          more:
            when:
              first is enough: end
              otherwise: nudge
          nudge:
            remind: in 1 day
            named: visit {first}
            go: coming
            if_failed:
              say: There is no room for {first}.
              then: first
            then: first
          coming:
            say: Visit {first}.
            then: end
        """

    @Test(arguments: [(3, 3), (Event.newestRules, 10)])
    func `ten reminders wait at most, and a further one takes the exit of its step`(rules: Int, most: Int) throws {
        let engine = Engine(try bot(Self.visits))
        var session: Session?
        for visit in 0...12 {
            var event = Event(
                .heard(.text("\(visit)"), bubble: nil), at: Moment(seconds: 1_772_442_000 + visit * 60),
                seed: Seed(high: 1, low: UInt64(visit)))
            event.rules = rules
            event.sender = Event.Sender(customer: "ana", device: Device(channel: .apple, capabilities: .quick))
            guard case .turn(let turn) = try engine.advance(session, on: event) else { return #expect(Bool(false)) }
            let texts = turn.effects.compactMap(\.outgoing).map(\.message)
            let isFull = visit > most
            // A conversation of before went on without it.
            #expect(texts.contains(.text("There is no room for \(visit).")) == (isFull && rules > 3))
            #expect(turn.remindersLeftOut.map(\.step) == (isFull ? ["nudge"] : []))
            session = turn.session
        }
        #expect(session?.reminders.all.count == most)
    }

    @Test func `without an exit of its own the step goes on`() throws {
        let flow = Self.visits.replacing(
            "    if_failed:\n      say: There is no room for {first}.\n      then: first\n", with: "")
        var limits = Limits()
        limits.reminders = 0
        let engine = Engine(try bot(flow), limits: limits)
        var session: Session?
        for text in ["hello", "1"] {
            let event = Event(
                .heard(.text(text), bubble: nil), at: Moment(seconds: 1_772_442_000), seed: Seed(high: 1, low: 1),
                sender: Event.Sender(customer: "ana", device: Device(channel: .apple, capabilities: .quick)))
            guard case .turn(let turn) = try engine.advance(session, on: event) else { return #expect(Bool(false)) }
            session = turn.session
        }
        #expect(session?.reminders.isEmpty == true)
        #expect(session?.step == "first")
    }

    @Test func `a time that has passed is not reminded of`() throws {
        try play(
            ReminderTests.visit.replacing("1 day before {first}", with: "9 days before {first}"),
            script: """
                you: hello
                times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                pick: 2026-03-05 10:00
                bot: See you on Thursday.
                (ended)
                wait: 9 days
                """)
    }

    @Test func `after an edit it leads where the newest version says, by the old name if need be`() throws {
        let renamed = ReminderTests.visit.replacing("go: still", with: "go: fine").replacing(
            "  still:\n", with: "  fine:\n    was: still\n"
        ).replacing("Still fine?", with: "Fine?")
        let gone = """
            steps:
              first:
                ask: Name?
                text: name
                then: end
            """
        for (newer, lines) in [
            (renamed, "bot: Tomorrow at 10:00. Fine?\nbuttons: Yes, No"),
            (gone, "bot: That question is no longer open.\nbot: Name?"),
        ] {
            try play(
                Engine(bot(ReminderTests.visit)), Engine(bot(newer, version: "2")),
                script: """
                    you: hello
                    times: When? | 2026-03-05T10:00, 2026-03-06T10:00
                    pick: 2026-03-05 10:00
                    bot: See you on Thursday.
                    (ended)
                    edit:
                    wait: 48 hours
                    \(lines)
                    """)
        }
    }

    @Test func `a conversation that is forgotten takes its reminders along`() throws {
        let engine = Engine(
            try bot(ReminderTests.unless.replacing("in 1 hour", with: "in 3 days"), bot: plainBot + "\nexpires: 2 days")
        )
        var talk = Talk([engine])
        _ = try talk.say("hello")
        _ = try talk.wait(.days(9))
        #expect(talk.session?.reminders.isEmpty == true)
        try talk.expectReplay()
    }
}
