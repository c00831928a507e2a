import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

/// Rules for slots: a chosen day, lengths from a name, further pages, answers beside them, and slots that are taken.
@Suite struct SlotRuleTests {
    private static let beside = """
        steps:
          first:
            ask: When?
            times:
              every: 1 hour
              in: 11:00 to 13:00
              days: 3
              at_most: 3
              more: Later times
            or:
              None of these: call
            then: bye
          bye:
            say: See you on {first, day} at {first, time}.
            then: end
          call:
            say: Please call us, {first, or whenever you like}.
            then: end
        """

    @Test func `an answer beside the slots leads elsewhere, and the name stays empty`() throws {
        try play(
            Self.beside,
            script: """
                you: hello
                times: When? | 2026-03-02T11:00, 2026-03-02T12:00, 2026-03-03T11:00
                bot: Or:
                buttons: Later times, None of these
                you: none of these
                bot: Please call us, whenever you like.
                (ended)
                """)
    }

    @Test(arguments: ["-9223372036854775808", "-9223372036854775805", "9223372036854775807", "0", "-1"])
    func `a number that nothing has chooses nothing`(typed: String) throws {
        try play(
            Self.beside,
            script: """
                you: hello
                times: When? | 2026-03-02T11:00, 2026-03-02T12:00, 2026-03-03T11:00
                bot: Or:
                buttons: Later times, None of these
                you: \(typed)
                bot: Sorry?
                times: When? | 2026-03-02T11:00, 2026-03-02T12:00, 2026-03-03T11:00
                bot: Or:
                buttons: Later times, None of these
                """)
    }

    @Test func `the next page has the slots that follow, and the last has no further one`() throws {
        try play(
            Self.beside,
            script: """
                you: hello
                times: When? | 2026-03-02T11:00, 2026-03-02T12:00, 2026-03-03T11:00
                bot: Or:
                buttons: Later times, None of these
                you: Later times
                times: When? | 2026-03-03T12:00, 2026-03-04T11:00, 2026-03-04T12:00
                list: Or: | None of these
                pick: 2026-03-04 11:00
                bot: See you on Wednesday at 11:00.
                (ended)
                """)
    }

    @Test func `without a time picker they are further lines`() throws {
        try play(
            Self.beside,
            script: """
                device: QUICK
                you: hello
                bot: When? / 1 Monday, 2 March 2026, 11:00 / 2 Monday, 2 March 2026, 12:00 / 3 Tuesday, 3 March 2026, 11:00 / 4 Later times / 5 None of these
                you: 5
                bot: Please call us, whenever you like.
                (ended)
                """)
    }

    @Test func `a rule begins on a chosen day, and takes its length from a name`() throws {
        try play(
            """
            steps:
              first:
                ask: From which day on?
                date: any
                then: length
              length:
                set:
                  long: 90 minutes
                then: visit
              visit:
                ask: When?
                times:
                  every: {long}
                  in: 9:00 to 12:00
                  days: 1
                  from: {first}
                then: end
            """,
            script: """
                you: hello
                bot: From which day on?
                you: 2026-03-09
                times: When? | 2026-03-09T09:00, 2026-03-09T10:30
                """)
    }

    private static let places = """
        steps:
          first:
            ask: When?
            times:
              every: 1 hour
              in: 11:00 to 13:00
              days: 1
              places: 1
              calendar: chair
            then: sure
          sure:
            ask: Sure?
            answers:
              Yes: bye
              No: back
              Cancel: gone
          bye:
            say: See you at {first, time}.
            then: end
          gone:
            give_back: first
            say: Cancelled.
            then: end
        """

    private static func event(
        _ kind: Event.Kind, _ talk: Int, taken: [(Int, Int)]?
    ) -> Event {
        var event = Event(
            kind, at: tenOClock, seed: Seed(high: 9, low: UInt64(talk)),
            sender: .init(
                customer: "ana", device: Device(channel: .apple, capabilities: [.quick, .list, .time]), region: .unknown
            ))
        event.shared = taken.map { taken in
            SharedState(calendars: [
                CalendarTimes(
                    calendar: "chair",
                    times: taken.map {
                        TakenTime(start: tenOClock + .hours($0.0 - 10), end: tenOClock + .hours($0.1 - 10))
                    })
            ])
        }
        return event
    }

    private static func turn(_ engine: Engine, _ session: Session?, _ event: Event) throws -> Turn {
        guard case .turn(let turn) = try engine.advance(session, on: event) else { throw Unexpected() }
        #expect(try Session(json: turn.session.json) == turn.session)
        return turn
    }

    private struct Unexpected: Error {}

    private static func offered(_ turn: Turn) -> [String] {
        guard case .times(let times)? = turn.session.open?.asked.kind else { return [] }
        return times.slots.map { $0.slot.start.iso }
    }

    @Test func `a turn says that it depends on what others have taken`() throws {
        let engine = Engine(try bot(Self.places))
        let first = try Self.turn(engine, nil, Self.event(.heard(.text("hello"), bubble: nil), 1, taken: nil))
        #expect(first.wantedCalendars == ["chair"])
        let again = try Self.turn(engine, nil, Self.event(.heard(.text("hello"), bubble: nil), 1, taken: [(11, 12)]))
        #expect(again.wantedCalendars.isEmpty)
        #expect(Self.offered(again) == ["2026-03-02T11:00:00Z"])
    }

    @Test func `who comes too late is offered the rest`() throws {
        let engine = Engine(try bot(Self.places))
        let asked = try Self.turn(engine, nil, Self.event(.heard(.text("hello"), bubble: nil), 1, taken: []))
        #expect(Self.offered(asked).count == 2)
        let id = try #require(asked.session.open?.asked.id)
        let pick = Event.Kind.heard(.choice(Selection(question: id, ids: ["2026-03-02T10:00:00Z"])), bubble: nil)
        let taken = try Self.turn(engine, asked.session, Self.event(pick, 2, taken: []))
        #expect(taken.session.bookings.map(\.start) == [tenOClock + .hours(1)])
        let late = try Self.turn(engine, asked.session, Self.event(pick, 2, taken: [(11, 12)]))
        #expect(late.session.bookings.isEmpty)
        #expect(late.effects.first?.outgoing?.message == .text("Sorry, this time has just been taken."))
        #expect(Self.offered(late) == ["2026-03-02T11:00:00Z"])
        #expect(late.session.open?.misfits == 0)
    }

    @Test func `going back, cancelling and another choice give the slot back, and the end keeps it`() throws {
        var talk = Talk([Engine(try bot(Self.places))])
        _ = try talk.say("hello")
        func pick(_ id: String) throws {
            let question = try #require(talk.bubbles.last)
            _ = try talk.choose(.init(question: question.id, ids: [id]))
        }
        try pick("2026-03-02T10:00:00Z")
        #expect(talk.session?.bookings.count == 1)
        _ = try talk.say("No")
        #expect(talk.session?.bookings.isEmpty == true)
        try pick("2026-03-02T11:00:00Z")
        _ = try talk.say("Yes")
        #expect(talk.session?.bookings.map(\.isSettled) == [true])
        _ = try talk.say("hello")
        #expect(talk.session?.bookings.map(\.isSettled) == [true], "a new conversation leaves it alone")
        try pick("2026-03-02T10:00:00Z")
        _ = try talk.say("Cancel")
        let noon = tenOClock + .hours(2)
        #expect(talk.session?.bookings.map(\.start) == [noon], "the word gives back the newest of this name")
        try talk.expectReplay()
    }

    @Test func `a conversation that an operator ends, or that expires, gives the slot back; a deleted one keeps it`()
        throws
    {
        for (kind, kept) in [(Event.Kind.reset, 0), (Event.Kind.closed, 1)] {
            var talk = Talk([Engine(try bot(Self.places))])
            _ = try talk.say("hello")
            let question = try #require(talk.bubbles.last)
            _ = try talk.choose(.init(question: question.id, ids: ["2026-03-02T10:00:00Z"]))
            _ = try talk.happen(kind)
            #expect(talk.session?.bookings.count == kept)
        }
    }

    @Test func `a slot that was held too long is taken again, or another is asked for`() throws {
        let engine = Engine(
            try bot(
                Self.places.replacing("calendar: chair", with: "calendar: chair\n      hold: 15 minutes")
                    .replacing("11:00 to 13:00", with: "11:00 to 15:00")))
        let asked = try Self.turn(engine, nil, Self.event(.heard(.text("hello"), bubble: nil), 1, taken: []))
        let id = try #require(asked.session.open?.asked.id)
        let pick = Event.Kind.heard(.choice(Selection(question: id, ids: ["2026-03-02T11:00:00Z"])), bubble: nil)
        let held = try Self.turn(engine, asked.session, Self.event(pick, 2, taken: []))
        #expect(held.session.bookings.map(\.until) == [tenOClock + .minutes(15)])
        var yes = Self.event(.heard(.text("Yes"), bubble: nil), 3, taken: [])
        yes.at = tenOClock + .minutes(30)
        #expect(try Self.turn(engine, held.session, yes).session.bookings.map(\.isSettled) == [true])
        yes.shared = SharedState(calendars: [
            CalendarTimes(
                calendar: "chair", times: [TakenTime(start: tenOClock + .hours(2), end: tenOClock + .hours(3))])
        ])
        let gone = try Self.turn(engine, held.session, yes)
        #expect(gone.session.bookings.isEmpty && gone.session.step == "first" && gone.session.status == .waiting)
    }

    @Test func `three places are three customers at once`() {
        let slot = TimeSlot(start: tenOClock, duration: .hours(1))
        func taken(_ from: Int, _ to: Int) -> TakenTime {
            TakenTime(start: tenOClock + .minutes(from), end: tenOClock + .minutes(to))
        }
        #expect(TakenTime.most(of: [], during: slot) == 0)
        #expect(TakenTime.most(of: [taken(0, 30), taken(30, 60)], during: slot) == 1)
        #expect(TakenTime.most(of: [taken(0, 40), taken(30, 60), taken(60, 90)], during: slot) == 2)
        #expect(TakenTime.most(of: [taken(-30, 10), taken(0, 60), taken(5, 20)], during: slot) == 3)
    }
}
