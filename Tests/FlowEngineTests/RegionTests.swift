import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

/// The customer's region determines how dates and money are read and shown; an ambiguous date is queried.
@Suite struct RegionTests {
    private static let flow = """
        steps:
          first:
            ask: When?
            date: any
            then: price
          price:
            ask: How much?
            money: EUR
            then: done
          done:
            say: {first, short date}, {price}, {first}
            then: end
        """

    private static func talk(_ lines: String, bot extra: String = "") throws {
        try play(Engine(bot(flow, bot: plainBot + extra)), script: lines)
    }

    @Test func `in the United States the month comes first, read and shown`() throws {
        try Self.talk(
            """
            region: US
            you: hello
            bot: When?
            you: 12/1/2031
            bot: How much?
            you: €1,024.90
            bot: 12/01/2031, €1,024.90, December 1, 2031
            (ended)
            """)
    }

    @Test func `in Ireland the day comes first, and an English bot writes money for Germans as they do`() throws {
        try Self.talk(
            """
            region: IE
            you: hello
            bot: When?
            you: 12/1/2031
            bot: How much?
            region: DE
            you: 1.024,90
            bot: 12.01.2031, 1.024,90\u{A0}€, 12 January 2031
            (ended)
            """)
    }

    @Test func `a date that may mean two days is asked back, and a tap says which`() throws {
        try Self.talk(
            """
            region: unknown
            you: hello
            bot: When?
            you: 12/1/2031
            bot: Which day do you mean?
            buttons: 12 January 2031, 1 December 2031
            tap: 1 December 2031
            bot: How much?
            you: 5
            bot: 01/12/2031, €5.00, 1 December 2031
            (ended)
            """)
    }

    @Test(arguments: ["2", "1 december 2031", "1 Dec 2031", "2031-12-01"])
    func `which day is meant may be typed, by its number on devices without buttons`(typed: String) throws {
        try Self.talk(
            """
            region: unknown
            device: NONE
            you: hello
            bot: When?
            you: 1-12-31
            bot: Which day do you mean? / 1 1 December 2031 / 2 12 January 2031
            you: 12/1/2031
            bot: Which day do you mean? / 1 12 January 2031 / 2 1 December 2031
            you: \(typed)
            bot: How much?
            you: 5
            bot: 01/12/2031, €5.00, 1 December 2031
            (ended)
            """)
    }

    @Test func `to be asked back uses up no try`() throws {
        let lines = (0..<4).flatMap { _ in
            ["you: 12/1/2031", "bot: Which day do you mean?", "buttons: 12 January 2031, 1 December 2031"]
        }
        try Self.talk(
            """
            region: unknown
            you: hello
            bot: When?
            \(lines.joined(separator: "\n"))
            you: never
            bot: Sorry?
            bot: When?
            """)
    }

    @Test(arguments: [("US", "1 December 2031"), ("IE", "12 January 2031")])
    func `the region of the bot counts for customers of whom none is known`(region: String, said: String) throws {
        var talk = Talk([Engine(try bot(Self.flow, bot: plainBot + "\nregion: \(region)"))])
        talk.region = .unknown
        _ = try talk.say("hello")
        _ = try talk.say("12/1/2031")
        #expect(talk.session?.region == RegionCode(region))
        let day = try #require(talk.session?.answers["first"])
        #expect(Wording(language: "en", zone: .utc).text(day) == said)
        talk.region = RegionCode("US")
        _ = try talk.say("5")
        #expect(talk.session?.region == RegionCode("US"), "the customer's own comes first")
    }

    @Test(arguments: [
        ("13/1/2031", "13 January 2031"), ("1/13/2031", "13 January 2031"), ("7/7/2031", "7 July 2031"),
        ("1 December", "1 December 2026"),
    ])
    func `what can mean only one day is taken`(typed: String, day: String) throws {
        try Self.talk(
            """
            region: unknown
            you: hello
            bot: When?
            you: \(typed)
            bot: How much?
            """)
    }

    @Test func `of two days the only one that counts is meant`() throws {
        try play(
            Engine(
                bot(
                    """
                    steps:
                      first:
                        ask: When?
                        date:
                          from: today
                          to: today + 30 days
                        then: done
                      done:
                        say: {first}
                        then: end
                    """)),
            script: """
                region: unknown
                you: hello
                bot: When?
                you: 3/4
                bot: 4 March 2026
                (ended)
                """)
    }

    @Test func `the days of a private question stand in no history`() throws {
        var talk = Talk([
            Engine(
                try bot(
                    """
                    steps:
                      first:
                        ask: Born?
                        date: any
                        private: yes
                        then: end
                    """))
        ])
        talk.region = .unknown
        _ = try talk.say("hello")
        guard case .turn(let turn) = try talk.say("12/1/1980") else { throw BrokenFlow(description: "nothing came") }
        #expect(
            turn.effects.map { $0.line(in: .utc) } == [
                "bot: Which day do you mean? / 12 January 1980 / 1 December 1980"
            ])
        let shown = try #require(turn.shownEffects).map(\.json.text).joined()
        #expect(!shown.contains("1980"))
        _ = try talk.say("1 December 1980")
        #expect(talk.session?.answers["first"] == CalendarDate(iso: "1980-12-01").map { .date($0) })
    }

    @Test func `a day that was asked back counts as long as it lies within the limits of the question`() throws {
        try play(
            """
            steps:
              first:
                ask: When?
                date:
                  from: today
                if_other:
                  say: That day has passed.
                  tries: 9
                  then: end
                then: done
              done:
                say: {first}
                then: end
            """,
            script: """
                region: unknown
                you: hello
                bot: When?
                you: 3/4/2026
                bot: Which day do you mean?
                buttons: 3 April 2026, 4 March 2026
                wait: 5 days
                tap: 4 March 2026
                bot: That day has passed.
                bot: When?
                you: 4 March 2026
                bot: That day has passed.
                bot: When?
                you: 3 April 2026
                bot: 3 April 2026
                (ended)
                """)
    }

    @Test func `pages of a form that are asked one after another ask back as well`() throws {
        try play(
            Engine(
                bot(
                    """
                    steps:
                      first:
                        ask: Two things.
                        form:
                          day:
                            ask: When?
                            date: any
                          word:
                            ask: What?
                            text: one line
                        then: done
                      done:
                        say: {first.day}
                        then: end
                    """)),
            script: """
                region: unknown
                you: hello
                bot: Two things.
                bot: When?
                you: 12/1/2031
                bot: Which day do you mean?
                buttons: 12 January 2031, 1 December 2031
                tap: 12 January 2031
                bot: What?
                you: cake
                bot: 12 January 2031
                (ended)
                """)
    }

    /// Histories were recorded without a region: whatever they say about the customer's language, the replies are the
    /// same.
    @Test func `events without a region are answered as they were then`() throws {
        try Self.talk(
            """
            locale: en_US
            you: hello
            bot: When?
            you: 12/1/2031
            bot: How much?
            locale: en
            you: 5
            bot: 01/12/2031, €5.00, 1 December 2031
            (ended)
            """)
        let event = Event(
            .closed, at: tenOClock, seed: Seed(high: 1, low: 2), sender: .init(customer: "a", device: .web))
        #expect(event.json["sender"]?["region"] == nil)
        #expect(try Event(json: event.json).sender?.region == nil)
    }

    @Test func `ids of answers are the same in every region`() throws {
        var ids: [String] = []
        for region in ["US", "IE", "DE"] {
            var talk = Talk([
                Engine(
                    try bot(
                        """
                        steps:
                          first:
                            set:
                              day: 2031-12-01
                            ask: Which?
                            answers:
                              - label: On {day}
                              - label: Never
                            then: end
                        """))
            ])
            talk.region = RegionCode(region)
            _ = try talk.say("hello")
            guard case .choice(let choice)? = talk.bubbles.last?.kind else { continue }
            ids.append(choice.options[0].choice.id)
        }
        #expect(ids == Array(repeating: "On 1 December 2031", count: 3))
    }
}
