import Expressions
import FlowEngine
import FlowModel
import MessageModel
import Testing

@Suite struct TimesTests {
    private static let hours = """

        hours:
          shop:
            Monday, Tuesday: 9:00 to 12:00, 14:00 to 16:00
            Saturday: 10:00 to 12:00
            2026-03-09: closed
            2026-03-10: 10:00 to 11:00
          night:
            Monday to Sunday: 0:00 to 5:00
          all day:
            Monday to Sunday: 0:00 to 24:00
        """

    private static func talk(_ times: String, at now: Moment = tenOClock, more: String = "") throws -> Talk {
        let indented = times.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
        var talk = Talk([
            Engine(
                try bot(
                    """
                    steps:
                      first:
                        ask: When?
                        times:
                    \(indented)
                    \(more)
                        then: done
                        if_failed: none
                      done:
                        say: {first, date} at {first, time}, {first.duration}.
                        then: end
                      none:
                        say: Fully booked.
                        then: end
                    """, bot: plainBot + hours))
        ])
        talk.now = now
        return talk
    }

    /// Returns the offered slots in Berlin time; `nil` when nothing is asked.
    private static func slots(
        _ times: String, at now: Moment = tenOClock, more: String = ""
    ) throws -> [String]? {
        var talk = try talk(times, at: now, more: more)
        _ = try talk.say("hello")
        guard case .times(let asked)? = talk.session?.open?.asked.kind else { return nil }
        let berlin = talk.bot.zone
        return asked.slots.map { "\($0.slot.start.iso(in: berlin).dropFirst(5).prefix(11))" }
    }

    private static func moment(_ text: String) throws -> Moment {
        try #require(Moment(iso: text, in: Zone("Europe/Berlin")))
    }

    @Test func `a rule offers what is open, not sooner than an hour from now`() throws {
        #expect(
            try Self.slots("every: 1 hour\nin: shop\ndays: 6") == [
                "03-02T11:00", "03-02T14:00", "03-02T15:00", "03-03T09:00", "03-03T10:00", "03-03T11:00", "03-03T14:00",
                "03-03T15:00", "03-07T10:00", "03-07T11:00",
            ])
    }

    @Test func `a date beats a weekday`() throws {
        let monday = try Self.moment("2026-03-09 00:00")
        #expect(try Self.slots("every: 30 minutes\nin: shop\ndays: 2", at: monday) == ["03-10T10:00", "03-10T10:30"])
    }

    @Test func `slots can be longer than their distance, and end before closing`() throws {
        #expect(
            try Self.slots("every: 1 hour\nlasting: 2 hours\nin: 9:00 to 12:00\ndays: 2\nnotice: 1 minute") == [
                "03-03T09:00", "03-03T10:00",
            ])
    }

    @Test(arguments: [
        ("1 minute", "03-02T10:30"), ("30 minutes", "03-02T10:30"), ("31 minutes", "03-02T11:00"),
        ("1 day", "03-03T10:00"),
    ])
    func `notice keeps the first slots back`(notice: String, first: String) throws {
        #expect(try Self.slots("every: 30 minutes\nin: 9:00 to 18:00\nnotice: \(notice)")?.first == first)
    }

    @Test(arguments: [1, 3, 200]) func `at most so many are offered`(most: Int) throws {
        #expect(try Self.slots("every: 5 minutes\nin: all day\ndays: 60\nat_most: \(most)")?.count == most)
    }

    @Test func `without a word of it forty are offered, from seven days`() throws {
        #expect(try Self.slots("every: 5 minutes\nin: all day")?.count == 40)
        #expect(try Self.slots("every: 1 day\nin: all day")?.last == "03-08T00:00")
    }

    @Test func `on the night the clocks go forward no slot comes twice`() throws {
        let evening = try Self.moment("2026-03-28 20:00")
        #expect(
            try Self.slots("every: 30 minutes\nin: night\ndays: 2", at: evening, more: "    zone: customer") == [
                "03-29T00:00", "03-29T00:30", "03-29T01:00", "03-29T01:30", "03-29T03:00", "03-29T03:30", "03-29T04:00",
                "03-29T04:30",
            ])
    }

    @Test func `behind a clock change nothing is offered in the same message, except by the clock of the device`()
        throws
    {
        let evening = try Self.moment("2026-10-24 20:00")
        let rule = "every: 1 day\nin: 9:00 to 10:00\nlasting: 1 hour\ndays: 3"
        #expect(try Self.slots(rule, at: evening) == ["10-25T09:00", "10-26T09:00"])
        #expect(try Self.slots(rule, at: evening - .hours(24)) == ["10-24T09:00"])
        #expect(
            try Self.slots(rule, at: evening - .hours(24), more: "    zone: customer") == [
                "10-24T09:00", "10-25T09:00",
            ])
    }

    @Test func `the offset of the message is that of its first slot`() throws {
        for (now, offset) in [("2026-03-27 12:00", 60), ("2026-03-28 12:00", 120)] {
            var talk = try Self.talk(
                "every: 1 day\nin: 9:00 to 10:00\nlasting: 1 hour\nnotice: 20 hours", at: Self.moment(now))
            _ = try talk.say("hello")
            guard case .times(let asked)? = talk.session?.open?.asked.kind else {
                Issue.record("no times are offered")
                return
            }
            #expect(asked.offset == offset)
        }
    }

    @Test func `when no slot is left, the question goes where failures go`() throws {
        #expect(try Self.slots("every: 1 hour\nin: shop\ndays: 1", at: Self.moment("2026-03-02 15:30")) == nil)
    }

    @Test func `times that were taken are left out, with all that overlaps them`() throws {
        let flow = """
            steps:
              first:
                ask: When is our man away?
                times:
                  - 2026-03-02 12:15 for 60 minutes
                  - 2026-03-02 15:00 for 30 minutes
                then: taken
              taken:
                set:
                  gone: []
                then: note
              note:
                set:
                  gone: {gone} + {first}
                then: visit
              visit:
                ask: When?
                times:
                  every: 30 minutes
                  in: 11:00 to 14:00
                  days: 1
                  except: {gone}
                then: done
              done:
                say: {visit, time}
                then: end
            """
        try play(
            flow,
            script: """
                you: hello
                times: When is our man away? | 2026-03-02T12:15, 2026-03-02T15:00
                pick: 2026-03-02 12:15
                times: When? | 2026-03-02T11:00, 2026-03-02T11:30, 2026-03-02T13:30
                pick: 2026-03-02 13:30
                bot: 13:30
                (ended)
                """)
    }

    @Test func `slots that are written out are offered while they lie ahead`() throws {
        let slots = "- 2026-03-02 10:00 for 45 minutes\n- 2026-03-02 10:01\n- 2026-03-02 11:00"
        #expect(try Self.slots(slots) == ["03-02T10:01", "03-02T11:00"])
        #expect(try Self.slots(slots, at: tenOClock + .minutes(30)) == ["03-02T11:00"])
        #expect(try Self.slots(slots, at: tenOClock + .hours(1)) == nil)
    }

    @Test func `a time that was picked is remembered with its length`() throws {
        var talk = try Self.talk("- 2026-03-02 12:00 for 45 minutes\n- 2026-03-02 13:00")
        _ = try talk.say("hello")
        _ = try talk.choose(Selection(question: talk.bubbles[0].id, ids: ["2026-03-02T11:00:00Z"]))
        #expect(
            talk.session?.answers["first"]
                == .time(TimeSlot(start: tenOClock + .hours(2), duration: .minutes(45))))
    }

    @Test func `a device without a picker gets a list of days, and the smallest one numbers`() throws {
        let flow = """
            steps:
              first:
                ask: When?
                times:
                  - 2026-03-02 12:00
                  - 2026-03-03 12:00
                then: done
              done:
                say: {first, date} at {first, time}
                then: end
            """
        try play(
            flow,
            script: """
                device: LIST
                you: hello
                list: When? | Monday, 2 March 2026: 12:00 | Tuesday, 3 March 2026: 12:00
                you: 12:00
                list: Which of these times? | Monday, 2 March 2026: 12:00 | Tuesday, 3 March 2026: 12:00
                pick: 2026-03-03 12:00
                bot: 3 March 2026 at 12:00
                (ended)
                device:
                you: hello
                bot: When? / 1 Monday, 2 March 2026, 12:00 / 2 Tuesday, 3 March 2026, 12:00
                you: monday, 2 march 2026, 12:00
                bot: 2 March 2026 at 12:00
                (ended)
                """)
    }

    @Test(arguments: [("10", true), ("11", false)]) func `only times that were shown have a number`(
        typed: String, fits: Bool
    ) throws {
        var talk = try Self.talk("every: 1 hour\nin: all day")
        talk.device.capabilities = []
        _ = try talk.say("hello")
        _ = try talk.say(typed)
        #expect((talk.session?.status == .ended) == fits)
    }
}
