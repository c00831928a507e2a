import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// The messages of `show`: section 3.12 and 3.14 of the flow language.
@Suite struct ShowingTests {
    @Test func `cards go out where they stand, each as a message of its own`() throws {
        try play(
            """
            steps:
              first:
                say: Look!
                show:
                  - text: Fresh today
                    title: Our bread
                  - place: Bakery
                    city: Berlin
                say: That is all.
                ask: Which?
                answers: [Rye, Wheat]
                then: end
            """.replacing("    say: That is all.\n", with: ""),
            script: """
                you: hello
                bot: Look!
                text: Our bread / Fresh today
                place: Bakery / Berlin / https://maps.apple.com/?address=Berlin&q=Bakery
                bot: Which?
                buttons: Rye, Wheat
                """)
    }

    private static let actions = """
        hosts: [bakery.example]
        records:
          loaf:
            name: text
            price: money
            count: number
            picture: text, optional
        actions:
          shelf:
            get: https://bakery.example/shelf
            gives:
              loaves: list of loaf
              total: money
              house: place, optional
              since: date, optional
            examples:
              one:
                loaves: []
                total: 4.20 EUR

        """

    private static let shelf = """
        steps:
          first:
            call: shelf
            then: shown
          shown:
            show:
              - carousel:
                  - each: loaf in first.loaves
                    product: {loaf.name}
                    image: {loaf.picture}
                    price: {loaf.price} * 2
                tap: open https://bakery.example/all
              - receipt: B-1
                items:
                  - product: Bag
                  - each: loaf in first.loaves
                    product: {loaf.name}
                    quantity: {loaf.count}
                    price: {loaf.price}
                shipping: 1.00 EUR
                total: {first.total} + 1.00 EUR
                method: Cash
                address: {first.house, or the shop}
            then: end
        """

    private func engine(_ flow: String) throws -> Engine { Engine(try bot(flow, actions: Self.actions)) }

    @Test func `each makes a card for every item, and values are reckoned exactly`() throws {
        let loaves = (1...6).map {
            #"{"name": "Loaf \#($0)", "price": {"amount": "1.1\#($0)", "currency": "EUR"}, "count": \#($0)}"#
        }
        try play(
            engine(Self.shelf),
            script: """
                you: hello
                call: shelf
                (calling)
                gave: {"loaves": [\(loaves.joined(separator: ", "))], "total": {"amount": "24.15", "currency": "EUR"}, "house": {"street": "5 Rue Basse", "city": "Paris"}}
                product: Loaf 1, €2.22 / https://bakery.example/all
                product: Loaf 2, €2.24 / https://bakery.example/all
                product: Loaf 3, €2.26 / https://bakery.example/all
                product: Loaf 4, €2.28 / https://bakery.example/all
                product: Loaf 5, €2.30 / https://bakery.example/all
                bot: and 1 more
                receipt: Order B-1 / Bag / Loaf 1: €1.11 / 2 × Loaf 2: €1.12 / 3 × Loaf 3: €1.13 / 4 × Loaf 4: €1.14 / \
                5 × Loaf 5: €1.15 / 6 × Loaf 6: €1.16 / Shipping: €1.00 / Total: €25.15 / Payment: Cash / \
                Delivery address: 5 Rue Basse, Paris
                (ended)
                """)
    }

    @Test func `an empty list shows nothing, and what may be missing is left out`() throws {
        try play(
            engine(Self.shelf),
            script: """
                you: hello
                call: shelf
                (calling)
                gave: {"loaves": [], "total": {"amount": "0.00", "currency": "EUR"}}
                receipt: Order B-1 / Bag / Shipping: €1.00 / Total: €1.00 / Payment: Cash / Delivery address: the shop
                (ended)
                """)
    }

    @Test func `at most a hundred items are used`() throws {
        let loaf = #"{"name": "Loaf", "price": {"amount": "1.00", "currency": "EUR"}, "count": 1}"#
        var talk = Talk([try engine(Self.shelf)])
        talk.device = Device(channel: .web, capabilities: [])
        _ = try talk.say("hello")
        let loaves = JSONValue.array(try (1...150).map { _ in try JSONValue(parsing: loaf) })
        let gives = ValueType.record(talk.bot.actions[0].gives)
        let answer: JSONValue = ["loaves": loaves, "total": ["amount": "1.00", "currency": "EUR"]]
        let value = try #require(Value(external: answer, as: gives, in: .utc))
        guard case .record(let fields) = value else { return }
        let outcome = try talk.happen(.called(id: try #require(talk.calls.last).id, .gave(fields)))
        guard case .turn(let turn) = outcome, case .send(let carousel) = turn.effects[0],
            case .card(let card) = carousel.message, case .carousel(let cards) = card.content
        else {
            Issue.record("a carousel should have been sent")
            return
        }
        #expect(cards.count == 100)
        #expect(turn.effects.count == 2, "a web chat gets each card as it is")
        try talk.expectReplay()
    }

    @Test func `a card that wants a name which is empty takes the exit for failures`() throws {
        let before = "steps:\n  first:\n    say: Hi.\n    ask: Name?\n    text: name\n    then: shown\n"
        let shown = "  shown:\n    show:\n      text: Hello {first}\n    then: end"
        try play(
            Engine(try bot(before + shown)),
            Engine(try bot(before.replacing("text: name", with: "number: whole") + shown, version: "2")),
            script: """
                you: hello
                bot: Hi.
                bot: Name?
                edit:
                you: Ana
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test func `what is private is not seen in what is kept of a card`() throws {
        let flow = """
            steps:
              first:
                ask: Where do you live?
                text: street
                private: yes
                then: much
              much:
                ask: How much?
                money: EUR
                private: yes
                then: shown
              shown:
                show:
                  - place: {first}
                  - product: A bell
                    price: {much}
                then: end
            """
        var talk = Talk([Engine(try bot(flow))])
        _ = try talk.say("hello")
        _ = try talk.say("Mill Lane & Co")
        guard case .turn(let turn) = try talk.say("12.50") else { return }
        let sent = turn.effects.compactMap { if case .send(let outgoing) = $0 { outgoing.message } else { nil } }
        #expect(
            sent.map { $0.line(in: .utc) } == [
                "place: Mill Lane & Co / https://maps.apple.com/?q=Mill%20Lane%20%26%20Co", "product: A bell, €12.50",
            ])
        let shown = JSONValue.array(try #require(turn.shownEffects).map(\.json)).text
        #expect(!shown.contains("Mill") && !shown.contains("12.50"))
        #expect(shown.contains("q=(first)"))
        #expect(shown.contains("(product)"))
    }

    // Overlays of messages.

    private static let overlaid = """
        steps:
          first:
            show:
              - status: Hi
                web:
                  text: Hello {language}
            ask: Which?
            as: list
            answers: [Rye, Wheat]
            apple:
              receivedMessage:
                subtitle: In {language}
              useLiveLayout: no
            web:
              title: Bread
            then: end
        """

    private static let channels: [(channel: Device.Channel, card: JSONObject, list: JSONObject)] = [
        (.apple, [:], ["receivedMessage": ["subtitle": "In en"], "useLiveLayout": false]),
        (.web, ["text": "Hello en"], ["title": "Bread"]),
    ]

    @Test(arguments: channels)
    func `each channel gets what is written for it`(
        _ channel: Device.Channel, _ onCard: JSONObject, _ onList: JSONObject
    ) throws {
        var talk = Talk([Engine(try bot(Self.overlaid))])
        talk.device = Device(channel: channel, capabilities: [.list])
        guard case .turn(let turn) = try talk.say("hello") else { return }
        let messages = turn.effects.compactMap { if case .send(let outgoing) = $0 { outgoing.message } else { nil } }
        guard messages.count == 2, case .card(let card) = messages[0], case .list(let list) = messages[1] else {
            Issue.record("a card and a list should have been sent: \(messages)")
            return
        }
        #expect(card.overlay == onCard)
        #expect(list.bubble.overlay == onList)
        #expect(try Message(json: messages[1].json) == messages[1])
    }
}
