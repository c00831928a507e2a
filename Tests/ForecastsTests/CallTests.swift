import Expressions
import FlowEngine
import Forecasts
import Testing

/// Customers whose conversations wait for something other than their own answer.
@Suite struct CallTests {
    private static let actions = """
        hosts: [api.shop.example]
        actions:
          book:
            post: https://api.shop.example/book
            gives:
              code: text
            examples:
              booked:
                code: HB-1

        """

    private static let flow = """
        flow: shop
        start: booking
        steps:
          booking:
            call: book
            then: told
          told:
            say: Your code is {booking.code}.
            then: when
          when:
            ask: Is that right?
            answers: [Yes it is, No]
            then: end

        """

    @Test func `a call that is under way comes to its end in the new flows`() throws {
        let today = try Shop.bot(Self.flow, version: "1", actions: Self.actions)
        let session = try Shop.customer(of: today, saying: "hello")
        let renamed = try Shop.bot(
            Self.flow, version: "2", actions: Self.actions, ("  booking:", "  order:\n    was: booking"),
            ("start: booking", "start: order"), ("{booking.code}", "{order.code}"))
        let moved = try #require(Forecaster(of: renamed, inPlaceOf: today, at: Shop.now).forecast(of: session))
        #expect(moved.place.waiting == .call && moved.outcome == .moved && moved.bubble.text == nil)
        #expect(moved.ways.map(\.move.kind) == [.result, .failure])
        #expect(moved.ways[0].then == .place(Place(flow: "shop", step: "when", waiting: .answer), .usual))
        #expect(moved.ways[1].then == .place(Place(flow: "people", step: "desk", waiting: .person), .failing))

        let gone = try Shop.bot(version: "3")
        let again = try #require(Forecaster(of: gone, inPlaceOf: today, at: Shop.now).forecast(of: session))
        #expect(again.outcome == .askedAgain && again.newPlace == nil)
    }

    @Test func `a reminder that is to come is played, too`() throws {
        let flow = """
            flow: shop
            start: when
            steps:
              when:
                ask: Shall we remind you?
                answers:
                  Yes please: later
                  No thanks: end
              later:
                remind: in 2 days
                go: back-again
                then: end
              back-again:
                ask: How was it?
                answers: [Good, Bad]
                then: end

            """
        let today = try Shop.bot(flow, version: "1")
        let session = try Shop.customer(of: today, saying: "hello", "Yes please")
        let found = try #require(Forecaster(of: today, inPlaceOf: today, at: Shop.now).forecast(of: session))
        #expect(found.outcome == .keeps && found.place == Place(flow: "shop", step: "later", waiting: .reminder))
        #expect(found.ways.map(\.then) == [.place(Place(flow: "shop", step: "back-again", waiting: .answer), .usual)])
    }
}
