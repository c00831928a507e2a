import Expressions
import FlowEngine
import Foundation
import JSON
import MessageModel
import Testing

/// Facts about a customer that outlive a conversation: `customer.` of 4.2 and 6.4.
@Suite struct FactTests {
    private static let bot = plainBot + "\nexpires: 2 days\ncustomer:\n  visits: number\n  favourite: text"

    private static let flow = """
        steps:
          first:
            set:
              customer.visits: {customer.visits, or 0} + 1
            ask: Visit {customer.visits} of {customer.id}. Last time {customer.favourite, or nothing yet}. Which?
            answers:
              - label: Red
                id: r
              - label: Blue
                id: b
            then: keep
          keep:
            set:
              customer.favourite: {first}
            then: regular
          regular:
            when:
              customer.visits is at least 2: welcome
              otherwise: end
          welcome:
            say: A regular who likes {customer.favourite}!
            then: end
        """

    @Test func `facts outlive the end and the expiry of a conversation`() throws {
        try play(
            Engine(FlowEngineTests.bot(Self.flow, bot: Self.bot)),
            script: """
                you: hello
                bot: Visit 1 of ana. Last time nothing yet. Which?
                buttons: Red, Blue
                tap: Red
                (ended)
                you: hello
                bot: Visit 2 of ana. Last time Red. Which?
                buttons: Red, Blue
                wait: 3 days
                you: hello
                bot: Visit 3 of ana. Last time Red. Which?
                buttons: Red, Blue
                tap: Blue
                bot: A regular who likes Blue!
                (ended)
                """)
    }

    @Test func `a conversation that begins with nothing takes over what has been kept`() throws {
        let engine = Engine(try FlowEngineTests.bot(Self.flow, bot: Self.bot))
        var sender = Event.Sender(customer: "ana", device: .unknown)
        sender.facts = Fields([("visits", .number(7))])
        let event = Event(
            .heard(.text("hello"), bubble: nil), at: tenOClock, seed: Seed(high: 1, low: 1), sender: sender)
        #expect(try Event(json: event.json) == event)
        guard case .turn(let turn) = try engine.advance(nil, on: event) else {
            throw BrokenFlow(description: "ignored")
        }
        #expect(turn.session.facts["visits"] == .number(8))
    }

    @Test func `a fact whose type an edit changes counts as empty`() throws {
        let newer = Self.bot.replacing("visits: number", with: "visits: text")
        let flow = """
            steps:
              first:
                ask: Visit {customer.visits, or none}?
                text: name
                then: end
            """
        try play(
            Engine(FlowEngineTests.bot(Self.flow, bot: Self.bot)),
            Engine(FlowEngineTests.bot(flow, bot: newer, version: "2")),
            script: """
                you: hello
                bot: Visit 1 of ana. Last time nothing yet. Which?
                buttons: Red, Blue
                tap: Red
                (ended)
                edit:
                you: hello
                bot: Visit none?
                """)
    }

    @Test func `a tap on an old bubble takes back what was kept since`() throws {
        let flow = """
            steps:
              first:
                ask: Which?
                answers: [Red, Blue]
                then: keep
              keep:
                set:
                  customer.visits: {customer.visits, or 0} + 1
                ask: Sure? {customer.visits}
                answers: [Yes, No]
                then: end
            """
        try play(
            Engine(FlowEngineTests.bot(flow, bot: Self.bot + "\nold_taps: go back")),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Sure? 1
                buttons: Yes, No
                tap 1: Blue
                bot: Sure? 1
                buttons: Yes, No
                """)
    }
}
