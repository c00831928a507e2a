import Expressions
import FlowEngine
import FlowModel
import Foundation
import JSON
import MessageModel
import Testing

/// Events from outside: `events`, their entries, and `if_event`.
@Suite struct OutsideEventTests {
    static let bot =
        plainBot + "\n" + """
            notice: You are writing with a machine.
            entries:
              event parcel shipped: parcel
            events:
              parcel shipped:
                fields:
                  number: number
                  carrier: text, optional
              code sent:
                fields:
                  code: text
                private: code
            """

    static let parcel = """
        flow: parcel
        needs:
          number: number
          carrier: text, optional
        start: news
        steps:
          news:
            say: Parcel {number} is on its way with {carrier, or somebody}.
            then: end
        """

    static let shop = """
        steps:
          first:
            ask: Coffee or tea?
            answers: [Coffee, Tea]
            then: waiting
          waiting:
            ask: We look for your parcel. Shall we go on?
            answers: [Yes, No]
            if_event:
              parcel shipped: arrived
              code sent: check
            then: bye
          arrived:
            say: "{first} and parcel {number} are on their way."
            then: again
          again:
            ask: All well?
            answers:
              Yes: end
              Back: back
          check:
            say: Your code is {code}.
            then: end
          bye:
            say: Bye.
            then: end
        """

    private static func engine(_ main: String = shop) throws -> Engine {
        Engine(try FlowEngineTests.bot(main, ["parcel": parcel], bot: bot))
    }

    @Test func `after the end of a conversation an event begins its flow, with its values`() throws {
        try play(
            Self.engine(),
            script: """
                you: stop
                bot: You are writing with a machine.
                bot: Goodbye! Write again whenever you like.
                (ended)
                event: parcel shipped {"number": 17}
                bot: You are writing with a machine.
                bot: Parcel 17 is on its way with somebody.
                (ended)
                event: parcel shipped {"number": 18, "carrier": "DHL"}
                bot: You are writing with a machine.
                bot: Parcel 18 is on its way with DHL.
                (ended)
                """)
    }

    @Test func `a question that listens to it is left, and the values are names behind it`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: You are writing with a machine.
                bot: Coffee or tea?
                buttons: Coffee, Tea
                tap: Tea
                bot: We look for your parcel. Shall we go on?
                buttons: Yes, No
                event: parcel shipped {"number": 17}
                bot: Tea and parcel 17 are on their way.
                bot: All well?
                buttons: Yes, Back
                tap: Back
                bot: We look for your parcel. Shall we go on?
                buttons: Yes, No
                event: parcel shipped {"number": 18}
                bot: Tea and parcel 18 are on their way.
                bot: All well?
                buttons: Yes, Back
                """)
    }

    @Test func `in the middle of something else it waits for the end, several one after another`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: You are writing with a machine.
                bot: Coffee or tea?
                buttons: Coffee, Tea
                event: parcel shipped {"number": 17}
                event: parcel shipped {"number": 18}
                tap: Tea
                bot: We look for your parcel. Shall we go on?
                buttons: Yes, No
                tap: No
                bot: Bye.
                bot: You are writing with a machine.
                bot: Parcel 17 is on its way with somebody.
                bot: You are writing with a machine.
                bot: Parcel 18 is on its way with somebody.
                (ended)
                """)
    }

    @Test func `an event whose flow passes too many steps costs the customer nothing`() throws {
        let steps = (0...120).map { "  s\($0):\n    say: And on.\n    then: \($0 == 120 ? "end" : "s\($0 + 1)")" }
        let long = Self.parcel.replacing("then: end", with: "then: s0\n" + steps.joined(separator: "\n"))
        let engine = Engine(try FlowEngineTests.bot(Self.shop, ["parcel": long], bot: Self.bot))
        var talk = Talk([engine])
        _ = try talk.say("hello")
        _ = try talk.happen(.outside(OutsideEvent(name: "parcel shipped", fields: Fields([("number", .number(17))]))))
        _ = try talk.say("Tea")
        _ = try talk.say("No")
        #expect(talk.session?.status == .ended)
        #expect(talk.session?.heldEvents.isEmpty == true)
    }

    @Test func `with people it waits for the end, at most a day`() throws {
        try play(
            Self.engine(),
            script: """
                you: agent
                bot: You are writing with a machine.
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                event: parcel shipped {"number": 17}
                (with-person)
                wait: 2 hours
                event: parcel shipped {"number": 18}
                (with-person)
                wait: 23 hours
                give back:
                bot: You are writing with a machine.
                bot: Parcel 18 is on its way with somebody.
                (ended)
                """)
    }

    @Test func `stop, and closing the conversation, drop what waits`() throws {
        for ending in [
            "you: stop\nbot: Goodbye! Write again whenever you like.\n(ended)", "close:\ndrop pending\n(closed)",
        ] {
            try play(
                Self.engine(),
                script: """
                    you: hello
                    bot: You are writing with a machine.
                    bot: Coffee or tea?
                    buttons: Coffee, Tea
                    event: parcel shipped {"number": 17}
                    \(ending)
                    """)
        }
    }

    @Test(arguments: [
        (["hello"], "code sent", "`code sent` begins no flow, and the customer is at no question that listens to it"),
        (
            ["hello", "stop"], "code sent",
            "`code sent` begins no flow, and the customer is at no question that listens to it"
        ),
        (["hello"], "parcel lost", "bot.yaml declares no event `parcel lost`"),
    ])
    func `what no flow listens to now changes nothing`(
        _ texts: [String], _ event: String, _ reason: String
    ) throws {
        var talk = Talk([try Self.engine()])
        for text in texts { _ = try talk.say(text) }
        let outside = OutsideEvent(name: event, fields: Fields([("code", .text("4711"))]))
        #expect(try talk.happen(.outside(outside)) == .ignored(reason))
    }

    @Test func `a customer who has closed the conversation gets nothing`() throws {
        var talk = Talk([try Self.engine()])
        _ = try talk.say("hello")
        _ = try talk.happen(.closed)
        let outcome = try talk.happen(
            .outside(OutsideEvent(name: "parcel shipped", fields: Fields([("number", .number(17))]))))
        #expect(
            outcome == .ignored("the customer has closed the conversation and receives no messages until they write"))
    }

    @Test func `no more than ten wait`() throws {
        var talk = Talk([try Self.engine()])
        _ = try talk.say("hello")
        let outside = OutsideEvent(name: "parcel shipped", fields: Fields([("number", .number(17))]))
        for _ in 0..<10 {
            guard case .turn(let turn) = try talk.happen(.outside(outside)) else {
                Issue.record("it is refused")
                return
            }
            #expect(turn.reception == .waiting && turn.effects.isEmpty)
        }
        #expect(
            try talk.happen(.outside(outside))
                == .ignored("10 events wait for the end of the customer's conversation already"))
    }

    @Test func `a private value is shown nowhere, neither on its way nor while it waits`() throws {
        let bot = Self.bot.replacing(
            "event parcel shipped: parcel", with: "event parcel shipped: parcel\n  event code sent: secret")
        let secret =
            "flow: secret\nneeds:\n  code: text\nstart: say\nsteps:\n  say:\n    say: Your code is {code}.\n    then: end"
        let engine = Engine(try FlowEngineTests.bot(Self.shop, ["parcel": Self.parcel, "secret": secret], bot: bot))
        var talk = Talk([engine])
        _ = try talk.say("hello")
        let outside = OutsideEvent(name: "code sent", fields: Fields([("code", .text("4711"))]))
        let event = Event(.outside(outside), at: talk.now, seed: Seed(high: 1, low: 1))
        #expect(engine.shown(event, in: talk.session)?.json.text.contains("4711") == false)
        _ = try talk.happen(.outside(outside))
        let waiting = try #require(talk.session)
        #expect(waiting.isPrivate && !waiting.shownJSON.text.contains("4711"))
        _ = try talk.choose(Selection(question: talk.bubbles[0].id, ids: ["Tea"]))
        guard case .turn(let turn) = try talk.happen(.outside(outside)) else {
            Issue.record("the question listens to it")
            return
        }
        #expect(turn.reception == .delivered)
        #expect(JSONValue.array(turn.effects.map(\.json)).text.contains("4711"))
        let shown = try #require(turn.shownEffects)
        #expect(!JSONValue.array(shown.map(\.json)).text.contains("4711"))
        #expect(!turn.session.shownJSON.text.contains("4711"))
        try talk.expectReplay()
    }

    @Test func `values are read as they are declared`() throws {
        let declaration = try #require(try Self.engine().bot.event(named: "parcel shipped"))
        func mistake(_ json: JSONValue?) -> String? {
            do throws(EventMistake) {
                _ = try OutsideEvent(declaration, values: json, in: .utc)
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(mistake(["number": 17, "carrier": "DHL"]) == nil)
        #expect(mistake(["number": 17, "carrier": .null]) == nil)
        #expect(mistake(nil) == "`parcel shipped` needs `number` (a number)")
        #expect(mistake(["number": "17"]) == "`number` must be a number")
        #expect(mistake(17) == "`values` must be an object")
        #expect(
            mistake(["number": 17, "weight": 3])
                == "`parcel shipped` has no field `weight`; its fields are `number`, `carrier`")
    }

    @Test func `as a line of a transcript texts stand in quotes`() {
        let event = OutsideEvent(
            name: "parcel shipped", fields: Fields([("number", .number(17)), ("carrier", .text("A \"B\"\nC"))]))
        #expect(event.words == #"parcel shipped with number is 17, carrier is "A 'B' C""#)
        #expect(OutsideEvent(name: "shop closed").words == "shop closed")
    }
}
