import Expressions
import FlowEngine
import FlowModel
import Testing

/// Opening hours in conditions, texts and queues: sections 2.1, 4.2 and 6.3.
@Suite struct OpeningHoursTests {
    private static let bot = plainBot.replacing(
        "people:\n  desk:",
        with: """
            hours:
              shop hours:
                Monday to Friday: 9:00 to 12:00, 14:00 to 18:00
                Saturday: 10:00 to 24:00
                2026-03-09: closed
                2026-03-15 to 2026-03-16: 11:00 to 12:00
              phone:
                Sunday: 2:00 to 4:00
            people:
              repair desk:
                hours: shop hours
              desk:
            """)

    private static let flow = """
        steps:
          first:
            say: {bot.open} {hours.shop-hours.open} {hours.phone.open} {people.repair-desk.open} {people.desk.open}
            when:
              people.repair-desk.open is yes: ask
              otherwise: closed
          ask:
            hand_over: repair desk
            if_away: closed
          closed:
            say: Closed.
            then: end
        """

    @Test(arguments: [
        ("2026-03-02 08:59", "no no no no yes"), ("2026-03-02 09:00", "yes yes no yes yes"),
        ("2026-03-02 11:59", "yes yes no yes yes"), ("2026-03-02 12:00", "no no no no yes"),
        ("2026-03-02 14:00", "yes yes no yes yes"), ("2026-03-02 18:00", "no no no no yes"),
        ("2026-03-07 23:59", "yes yes no yes yes"), ("2026-03-08 00:00", "no no no no yes"),
        ("2026-03-08 03:00", "no no yes no yes"), ("2026-03-09 10:00", "no no no no yes"),
        ("2026-03-16 10:00", "no no no no yes"), ("2026-03-16 11:30", "yes yes no yes yes"),
        ("2026-03-15 11:30", "yes yes no yes yes"), ("2026-03-29 03:30", "no no yes no yes"),
        ("2026-03-29 04:00", "no no no no yes"), ("2026-03-30 09:00", "yes yes no yes yes"),
    ])
    func `it is open from the first minute to before the last, a date before a weekday, by the clock of the bot's zone`(
        time: String, open: String
    ) throws {
        let context = ReadingContext(currency: nil, zone: try #require(Zone("Europe/Berlin")))
        guard case .success(.time(let now)) = ValueType.time.value(of: time, context) else {
            Issue.record("\(time) is no time")
            return
        }
        var talk = Talk([Engine(try FlowEngineTests.bot(Self.flow, bot: Self.bot))])
        talk.now = now.start
        guard case .turn(let turn) = try talk.say("hello") else { return }
        let isOpen = open.split(separator: " ")[3] == "yes"
        #expect(turn.effects.first?.line(in: talk.bot.zone) == "bot: \(open)")
        #expect(
            turn.effects.last?.line(in: talk.bot.zone) == (isOpen ? "hand over: repair desk" : "bot: Closed."))
    }

    @Test(arguments: [
        "2026-03-29 01:59", "2026-03-29 03:00", "2026-03-29 03:15", "2026-03-29 12:00", "2026-03-30 12:00",
    ])
    func `hours that begin in the hour that is left out in spring are none`(time: String) throws {
        let context = ReadingContext(currency: nil, zone: try #require(Zone("Europe/Berlin")))
        guard case .success(.time(let now)) = ValueType.time.value(of: time, context) else {
            Issue.record("\(time) is no time")
            return
        }
        let bot = Self.bot.replacing("Sunday: 2:00 to 4:00", with: "Sunday: 2:30 to 3:00")
        var talk = Talk([Engine(try FlowEngineTests.bot(Self.flow, bot: bot))])
        talk.now = now.start
        guard case .turn(let turn) = try talk.say("hello") else { return }
        let isOpen = turn.effects.first?.line(in: talk.bot.zone).split(separator: " ")[3]
        #expect(isOpen == "no")
    }

    @Test func `a bot without hours is always open`() throws {
        try play(
            """
            steps:
              first:
                say: {bot.open} {people.desk.open}
                then: end
            """,
            script: """
                you: hello
                bot: yes yes
                (ended)
                """)
    }
}
