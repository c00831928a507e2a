import Expressions
import FlowEngine
import FlowModel
import MessageModel
import Testing

/// Opening hours: days of every year, past midnight, in several zones, and in words. It is Monday, 2 March 2026, 10:00.
@Suite struct HoursTests {
    private static let weeks =
        plainBot + """

            hours:
              desk:
                Monday to Friday: 9:00 to 18:00
                Saturday: 10:00 to 14:00
                17 March: closed
                24 December to 2 January: closed
                2026-12-31: 9:00 to 12:00
              bar:
                Monday to Saturday: 18:00 to 2:00
              new york:
                zone: America/New_York
                Monday: 9:00 to 17:00
            """

    private static func said(_ text: String, at moment: String, locale: String = "en") throws -> String {
        let engine = Engine(try bot("steps:\n  first:\n    say: \(text)\n    then: end", bot: weeks))
        let at = try #require(Moment(iso: moment, in: engine.bot.zone))
        let sender = Event.Sender(
            customer: "ana", device: Device(channel: .apple, capabilities: .quick), locale: locale,
            region: RegionCode("GB"))
        let outcome = try engine.advance(
            nil, on: Event(.heard(.text("hello"), bubble: nil), at: at, seed: Seed(high: 1, low: 1), sender: sender))
        guard case .turn(let turn) = outcome, case .text(let said)? = turn.effects.first?.outgoing?.message else {
            return ""
        }
        return said
    }

    @Test(arguments: [
        ("2026-03-02 10:00", "yes"), ("2026-03-17 10:00", "no"), ("2027-03-17 10:00", "no"),
        ("2026-12-24 10:00", "no"), ("2027-01-01 10:00", "no"), ("2026-12-31 10:00", "yes"),
        ("2026-12-23 10:00", "yes"),
    ])
    func `days of every year close, and a date beats them`(moment: String, open: String) throws {
        #expect(try Self.said("{hours.desk.open}", at: moment) == open)
    }

    @Test(arguments: [
        ("2026-03-02 17:59", "no"), ("2026-03-02 18:00", "yes"), ("2026-03-03 01:59", "yes"),
        ("2026-03-03 02:00", "no"),
        ("2026-03-08 01:00", "yes"), ("2026-03-09 01:00", "no"),
    ])
    func `hours past midnight belong to the day on which they begin`(moment: String, open: String) throws {
        #expect(try Self.said("{hours.bar.open}", at: moment) == open)
    }

    @Test func `hours have a clock of their own`() throws {
        #expect(try Self.said("{hours.new-york.open}", at: "2026-03-02 14:59") == "no")
        #expect(try Self.said("{hours.new-york.open}", at: "2026-03-02 15:00") == "yes")
        #expect(try Self.said("{hours.new-york.open}", at: "2026-03-02 22:59") == "yes")
    }

    @Test func `hours with a clock of their own are written with its place`() throws {
        let week = try Self.said("{hours.new-york}", at: "2026-03-02 10:00")
        #expect(week == "Monday 9:00–17:00 (New York)")
        #expect(try Self.said("{hours.new-york, today}", at: "2026-03-02 15:00") == "9:00–17:00 (New York)")
        #expect(try Self.said("{hours.new-york, tomorrow}", at: "2026-03-02 15:00") == "closed")
        // A time is by the clock of the bot, as all others.
        #expect(try Self.said("{hours.new-york.opens, time}", at: "2026-03-02 10:00") == "15:00")
    }

    @Test func `hours are written in the customer's language`() throws {
        let usual = try Self.said("{hours.desk}", at: "2026-03-02 10:00")
        #expect(usual == "Monday–Friday 9:00–18:00; Saturday 10:00–14:00")
        let coming = try Self.said("{hours.desk}", at: "2026-03-10 10:00")
        #expect(coming == "Monday–Friday 9:00–18:00; Saturday 10:00–14:00; 17 March closed")
        let today = try Self.said("{hours.desk, today}", at: "2026-03-02 10:00")
        #expect(today == "9:00–18:00")
        #expect(try Self.said("{hours.desk, today}", at: "2026-03-01 10:00") == "closed")
        #expect(try Self.said("{hours.desk, tomorrow}", at: "2026-03-06 10:00") == "10:00–14:00")
    }

    @Test func `when it opens and closes is a time`() throws {
        #expect(
            try Self.said("{hours.desk.opens, iso, or never}", at: "2026-03-06 20:00") == "2026-03-07T10:00:00+01:00")
        #expect(
            try Self.said("{hours.bar.closes, iso, or never}", at: "2026-03-02 20:00") == "2026-03-03T02:00:00+01:00")
        #expect(try Self.said("{hours.bar.closes, or never}", at: "2026-03-02 10:00") == "never")
    }

    @Test(arguments: [
        ("today.weekday is one of Monday, Tuesday", "2026-03-02 10:00", "a"),
        ("today.weekday is one of Monday, Tuesday", "2026-03-04 10:00", "b"),
        ("now.weekday is Monday", "2026-03-02 10:00", "a"), ("now.time is before 12:30", "2026-03-02 12:29", "a"),
        ("now.time is before 12:30", "2026-03-02 12:30", "b"), ("now.time is at least 18:00", "2026-03-02 18:00", "a"),
        ("birth.age is at least 18", "2026-03-01 10:00", "b"), ("birth.age is at least 18", "2026-03-02 10:00", "a"),
    ])
    func `a condition asks for the weekday, the time of day and an age`(
        condition: String, moment: String, step: String
    ) throws {
        let steps = """
            steps:
              first:
                set:
                  birth: 2008-03-02
                then: decide
              decide:
                when:
                  \(condition): a
                  otherwise: b
              a:
                say: a
                then: end
              b:
                say: b
                then: end
            """
        let engine = Engine(try bot(steps))
        let at = try #require(Moment(iso: moment, in: engine.bot.zone))
        let sender = Event.Sender(customer: "ana", device: Device(channel: .apple, capabilities: .quick))
        let outcome = try engine.advance(
            nil, on: Event(.heard(.text("hello"), bubble: nil), at: at, seed: Seed(high: 1, low: 1), sender: sender))
        guard case .turn(let turn) = outcome else { return #expect(Bool(false)) }
        #expect(turn.effects.compactMap(\.outgoing).map(\.message) == [.text(step)])
    }
}
