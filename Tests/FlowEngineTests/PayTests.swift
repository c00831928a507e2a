import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// `pay`: section 3.10 of the flow language.
@Suite struct PayTests {
    private static let actions = """
        hosts: [api.shop.example]
        records:
          line:
            name: text
            count: number
            price: money
          way:
            label: text
            note: text
            price: money
        actions:
          cart:
            get: https://api.shop.example/cart
            gives:
              lines: list of line
              ways: list of way
            examples:
              none:
                lines: []
                ways: []
          costs:
            post: https://api.shop.example/costs
            once: no
            takes:
              reason: text
              address: place, optional
              shipping: text, optional
              card: text, optional
              items: list of line
            gives:
              items: list of line, optional
              shipping: list of way, optional
              problem: text, optional
            examples:
              none:
                items: []
          done:
            post: https://api.shop.example/done
            takes:
              reference: text
              total: money
            examples:
              ok:

        """

    private static let services = """
        merchants:
          shop:
            identifier: merchant.example
            country: DE
            networks: [visa]

        """

    static func engine(_ flow: String, bot text: String = plainBot) throws -> Engine {
        Engine(try bot(flow, bot: text, actions: actions, services: services))
    }

    private static let shipping = """
          shipping:
            - label: By post
              note: Soon
              price: 4.90 EUR
              id: post
            - label: Courier
              note: Now
              price: 12.50 EUR
          contact: [name, email, post]

        """

    private static func paying(_ lines: String, then: String = "") -> String {
        """
        steps:
          first:
            ask: Ready to pay?
            pay:
              Pump: 24.90 EUR
              Discount: -5.00 EUR
        \(lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
            if_failed:
              say: No money was taken ({first.problem, or unknown}).
              retry_from: first
              tries: 1
              then: end
            then: thanks
          thanks:
            say: {first.total} by {first.shipping, or nothing}, {first.reference}, {first.contact.address, or nowhere}.
            then: end
        \(then)
        """
    }

    @Test func `without an action the chosen way of shipping is added`() throws {
        try play(
            Self.engine(Self.paying(Self.shipping)),
            script: """
                you: hello
                pay sheet: Ready to pay? | Pump 24.90, Discount -5.00, By post 4.90 = 24.80 EUR
                change: shipping = Courier
                [Pump 24.90, Discount -5.00, Courier 12.50 = 32.40 EUR]
                change: address = Lyon
                [Pump 24.90, Discount -5.00, Courier 12.50 = 32.40 EUR]
                change: shipping = Pigeon
                (ignored: the pay sheet does not offer this)
                pay: paid
                bot: €32.40 by Courier, R-7, Paris.
                (ended)
                """)
    }

    @Test func `the way of shipping that came with the payment counts, and the money is reckoned here`() throws {
        try play(
            Self.engine(Self.paying(Self.shipping)),
            script: """
                you: hello
                pay sheet: Ready to pay? | Pump 24.90, Discount -5.00, By post 4.90 = 24.80 EUR
                pay: paid by Courier
                bot: €32.40 by Courier, R-7, Paris.
                (ended)
                """)
    }

    @Test func `an action reckons anew, and its answer changes the sheet`() throws {
        try play(
            Self.engine(Self.paying(Self.shipping + "  recalculate: costs\n  track: done\n")),
            script: """
                you: hello
                pay sheet: Ready to pay? | Pump 24.90, Discount -5.00, By post 4.90 = 24.80 EUR
                change: address = Lyon
                call: costs with reason = "address", address = {"city":"Lyon"}, shipping = "post", \
                items = [{"name":"Pump","price":{"amount":"24.90","currency":"EUR"}},\
                {"name":"Discount","price":{"amount":"-5.00","currency":"EUR"}}]
                [Pump 24.90, Discount -5.00, By post 4.90 = 24.80 EUR, asking]
                gave: {"items": [{"name": "Pump", "count": 1, "price": {"amount": "24.90", "currency": "EUR"}}, \
                {"name": "Tax", "count": 1, "price": {"amount": "1.10", "currency": "EUR"}}]}
                [Pump 24.90, Tax 1.10, By post 4.90 = 30.90 EUR]
                change: shipping = Courier
                call: costs with reason = "shipping", address = {"city":"Lyon"}, shipping = "Courier", \
                items = [{"name":"Pump","count":1,"price":{"amount":"24.90","currency":"EUR"}},\
                {"name":"Tax","count":1,"price":{"amount":"1.10","currency":"EUR"}}]
                [Pump 24.90, Tax 1.10, By post 4.90 = 30.90 EUR, asking]
                gave: {"shipping": [{"label": "Courier", "note": "Now", "price": {"amount": "9.00", "currency": "EUR"}}]}
                [Pump 24.90, Tax 1.10, Courier 9.00 = 35.00 EUR]
                pay: paid
                call: done with reference = "R-7", total = {"amount":"35.00","currency":"EUR"}
                bot: €35.00 by Courier, R-7, Paris.
                (ended)
                """)
    }

    @Test(arguments: [
        (#"gave: {"problem": "We do not ship there."}"#, ": We do not ship there."), ("failed: timeout", ""),
        (#"gave: {"items": []}"#, ""),
        (#"gave: {"items": [{"name": "Pump", "count": 1, "price": {"amount": "1.00", "currency": "USD"}}]}"#, ""),
    ])
    func `a change that is not answered with a sheet is refused, and the old total stays`(
        _ answer: String, _ text: String
    ) throws {
        try play(
            Self.engine(Self.paying(Self.shipping + "  recalculate: costs\n")),
            script: """
                you: hello
                pay sheet: Ready to pay? | Pump 24.90, Discount -5.00, By post 4.90 = 24.80 EUR
                change: card = credit
                call: costs with reason = "card", shipping = "post", card = "credit", \
                items = [{"name":"Pump","price":{"amount":"24.90","currency":"EUR"}},\
                {"name":"Discount","price":{"amount":"-5.00","currency":"EUR"}}]
                [Pump 24.90, Discount -5.00, By post 4.90 = 24.80 EUR, asking]
                \(answer)
                [Pump 24.90, Discount -5.00, By post 4.90 = 24.80 EUR, card refused\(text)]
                pay: paid
                bot: €24.80 by By post, R-7, Paris.
                (ended)
                """)
    }

    @Test func `the answer to an earlier change is void when another has come`() throws {
        var talk = Talk([try Self.engine(Self.paying(Self.shipping + "  recalculate: costs\n"))])
        _ = try talk.say("hello")
        let question = try talk.openBubble.id
        _ = try talk.happen(.sheetChanged(question: question, .card("credit")))
        _ = try talk.happen(.sheetChanged(question: question, .shipping("Courier")))
        #expect(
            try talk.happen(.called(id: talk.calls[0].id, .failed("timeout")))
                == .ignored("the conversation has moved on"))
        #expect(talk.session?.openSheet?.pending?.change == .shipping("Courier"))
        _ = try talk.happen(.called(id: talk.calls[1].id, .gave(Fields())))
        #expect(talk.session?.openSheet?.chosen == "Courier" && talk.session?.openSheet?.pending == nil)
        try talk.expectReplay()
    }

    @Test func `declined and cancelled take the exit for failures, so often as it says`() throws {
        try play(
            Self.engine(Self.paying("")),
            script: """
                you: hello
                pay sheet: Ready to pay? | Pump 24.90, Discount -5.00 = 19.90 EUR
                pay: declined
                bot: No money was taken (declined).
                pay sheet: Ready to pay? | Pump 24.90, Discount -5.00 = 19.90 EUR
                pay: cancelled
                bot: No money was taken (cancelled).
                (ended)
                """)
    }

    @Test func `cancelling has an exit of its own`() throws {
        try play(
            Self.engine(Self.paying("  if_cancelled: later\n", then: "  later:\n    say: As you like.\n    then: end")),
            script: """
                you: hello
                pay sheet: Ready to pay? | Pump 24.90, Discount -5.00 = 19.90 EUR
                pay: cancelled
                bot: As you like.
                (ended)
                pay: paid
                (ignored: an answer to something that is not open)
                """)
    }

    @Test func `a sheet that is closed twice is closed once`() throws {
        var talk = Talk([try Self.engine(Self.paying("  track: done\n", then: ""))])
        _ = try talk.say("hello")
        let paid = try talk.payment("paid")
        _ = try talk.happen(.heard(.pay(paid), bubble: nil))
        #expect(talk.calls.map(\.action) == ["done"])
        #expect(
            try talk.happen(.heard(.pay(paid), bubble: nil)) == .ignored("an answer to something that is not open"))
        #expect(talk.calls.count == 1)
        try talk.expectReplay()
    }

    @Test(arguments: [(6, true), (Event.newestRules, false)])
    func `a reply while people have the conversation claims nothing, and histories of before are replayed`(
        rules: Int, isTaken: Bool
    ) throws {
        var talk = Talk([try Self.engine(Self.paying("", then: ""))])
        _ = try talk.say("hello")
        let paid = try talk.payment("paid")
        _ = try talk.say("help")
        #expect(talk.session?.status == .withPerson)
        var event = Event(.heard(.pay(paid), bubble: nil), at: talk.now, seed: Seed(high: 1, low: 9))
        event.rules = rules
        let outcome = try talk.engines[0].advance(talk.session, on: event)
        #expect((outcome != .ignored("an answer to something that is not open")) == isTaken)
        if case .turn(let turn) = outcome { #expect(turn.effects.isEmpty) }
    }

    @Test func `who the customer is stays private`() throws {
        let engine = try Self.engine(Self.paying(Self.shipping + "  recalculate: costs\n"))
        var talk = Talk([engine])
        _ = try talk.say("hello")
        let question = try talk.openBubble.id
        let change = Event.Kind.sheetChanged(question: question, .address(PlaceValue(street: "5 Rue Basse")))
        let seed = Seed(high: 1, low: 1)
        let told = engine.shown(Event(change, at: talk.now, seed: seed), in: talk.session)
        #expect(told.map { $0.json.text.contains("Basse") } == false)
        _ = try talk.happen(change)
        _ = try talk.happen(.called(id: talk.calls[0].id, .gave(Fields())))
        let paid = Event.Kind.heard(.pay(try talk.payment("paid")), bubble: nil)
        let shown = engine.shown(Event(paid, at: talk.now, seed: seed), in: talk.session)
        #expect(shown.map { $0.json.text.contains("ana@example.com") } == false)
        _ = try talk.happen(paid)
        let answers = try #require(talk.session).shownAnswers.json.text
        #expect(!answers.contains("Paris") && answers.contains("24.8"))
        try talk.expectReplay()
    }

    @Test func `a device that cannot pay gets a link, and anything typed is no payment`() throws {
        var talk = Talk([try Self.engine(Self.paying(""))])
        talk.device.lacks = [.pay]
        guard case .turn(let turn) = try talk.say("hello") else { return #expect(Bool(false), "nothing happened") }
        #expect(turn.effects.map { $0.line(in: talk.bot.zone) } == ["bot: Ready to pay?", "link: Pay here:"])
        guard case .turn(let next) = try talk.say("how?") else { return #expect(Bool(false), "nothing happened") }
        #expect(next.effects.map { $0.line(in: talk.bot.zone) }.first == "bot: Sorry?")
        try talk.expectReplay()
    }
}
