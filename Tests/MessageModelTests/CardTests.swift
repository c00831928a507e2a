import Expressions
import Foundation
import JSON
import MessageModel
import Testing

/// Cards: their texts, their form on each device, and their stored form.
@Suite struct CardTests {
    static func wording(_ language: String) -> CardWording { CardWording(Wording(language: language, zone: .utc)) }

    static let english = wording("en")

    static func card(_ content: Card.Content, tap: Card.Tap? = nil, buttons: [Card.Button] = []) -> Card {
        Card(content, tap: tap, buttons: buttons, english)
    }

    static func euros(_ amount: String) -> Money {
        guard case .success(let money) = Literal.money("\(amount) EUR", currency: nil) else {
            preconditionFailure("\(amount) is money")
        }
        return money
    }

    static let product: ProductCard = {
        var product = ProductCard(name: "Ossobuco")
        product.price = euros("26.50")
        return product
    }()

    static let place: PlaceCard = {
        var place = PlaceCard(name: "Trattoria Lume & Figli")
        place.latitude = Decimal(string: "45.4612")
        place.longitude = Decimal(string: "9.1925")
        place.street = "Via Larga 4"
        place.postcode = "20122"
        place.city = "Milano"
        return place
    }()

    static let receipt: ReceiptCard = {
        var pump = ProductCard(name: "Pump")
        pump.brand = "City"
        pump.quantity = 2
        pump.price = euros("49.80")
        pump.options = [.init(label: "Colour", value: "Red")]
        var receipt = ReceiptCard(number: "P-1", items: [pump], total: euros("48.69"), method: "Apple Pay")
        receipt.title = "Your order"
        receipt.subtotal = euros("49.80")
        receipt.shipping = euros("4.90")
        receipt.tax = euros("3.99")
        receipt.discounts = [.init(label: "Welcome", amount: euros("10.00"))]
        receipt.address = PlaceValue(street: "5 Rue Basse", city: "Paris", postcode: "75001")
        receipt.created = CalendarDate(year: 2026, month: 12, day: 1).map { .date($0) }
        receipt.link = "https://example.com/P-1"
        return receipt
    }()

    static let words: [(card: Card, lines: [String])] = [
        (
            card(.text(TextCard(text: "All hand made.", title: "Our house", note: "Since 1907", author: "Ana"))),
            ["Our house", "All hand made.", "Since 1907", "Ana"]
        ),
        (card(.link(LinkCard(address: "https://example.com/a"))), ["https://example.com/a"]),
        (
            card(.link(LinkCard(address: "https://example.com/a", title: "Menu", note: "Of this week"))),
            ["Menu", "Of this week", "https://example.com/a"]
        ),
        (
            card(.link(LinkCard(address: "https://example.com/a", title: "Menu")), tap: .open("https://example.com/b")),
            ["Menu", "https://example.com/b"]
        ),
        (card(.file(FileCard(source: "a/menu.pdf"))), ["menu.pdf"]),
        (
            card(.file(FileCard(source: "https://example.com/a/menu.pdf?x=1/2", author: "Ana"))),
            ["menu.pdf", "Ana", "https://example.com/a/menu.pdf?x=1/2"]
        ),
        (card(.image(ImageCard(picture: Picture(source: "risotto.png", alt: nil)))), ["risotto.png"]),
        (card(.image(ImageCard(picture: Picture(source: "risotto.png", alt: "A plate")))), ["A plate"]),
        (
            card(.image(ImageCard(picture: Picture(source: "https://e.com/a.png", alt: "A plate"), title: "Risotto"))),
            ["Risotto", "https://e.com/a.png"]
        ),
        (
            card(.place(place)),
            [
                "Trattoria Lume & Figli", "Via Larga 4, 20122 Milano",
                "https://maps.apple.com/?ll=45.4612,9.1925&q=Trattoria%20Lume%20%26%20Figli&z=17",
            ]
        ),
        (card(.place(PlaceCard(name: "Café")), tap: .map), ["Café", "https://maps.apple.com/?q=Caf%C3%A9"]),
        (card(.status("Ana has joined")), ["Ana has joined"]),
        (card(.product(product)), ["Ossobuco, €26.50"]),
        (card(.product(ProductCard(name: "Pump"))), ["Pump"]),
        (
            card(.receipt(receipt)),
            [
                "Your order", "Order P-1", "1 December 2026", "2 × City Pump (Colour: Red): €49.80",
                "Subtotal: €49.80", "Welcome: -€10.00", "Shipping: €4.90", "Tax: €3.99", "Total: €48.69",
                "Payment: Apple Pay", "Delivery address: 5 Rue Basse, 75001 Paris", "https://example.com/P-1",
            ]
        ),
        (
            card(.custom(OwnCard(name: "seat", type: "application/x+json", data: Fields(), fallback: "Seat 4"))),
            ["Seat 4"]
        ),
    ]

    @Test(arguments: words.indices) func `a card has its words, a line for each part`(index: Int) {
        #expect(Self.words[index].card.words == Self.words[index].lines.joined(separator: "\n"))
        #expect(Self.words[index].card.headline == Self.words[index].lines[0])
    }

    @Test func `a place without coordinates is looked for by its address`() {
        var place = Self.place
        place.latitude = nil
        #expect(
            place.mapAddress
                == "https://maps.apple.com/?address=Via%20Larga%204,%2020122%20Milano&q=Trattoria%20Lume%20%26%20Figli")
    }

    @Test(arguments: [
        ("de", "Gesamt: 48,69 €", "und 3 weitere"), ("fr", "Total: 48,69 €", "et 3 de plus"),
        ("es", "Total: 48,69 €", "y 3 más"), ("ja", "合計: €48.69", "ほか3件"), ("sw", "Total: € 48.69", "and 3 more"),
    ])
    func `the few words of a receipt are those of the customer's language`(
        _ language: String, _ total: String, _ more: String
    ) {
        let words = Self.wording(language)
        let lines = Card(.receipt(Self.receipt), words).words.split(separator: "\n")
        #expect(lines.map { $0.replacing("\u{A0}", with: " ") }.contains { $0 == total }, "\(lines)")
        #expect(words.more(3) == more)
    }

    // Sending.

    static let apple = Device(channel: .apple, capabilities: [.quick, .list])
    static let web = Device(channel: .web, capabilities: [.quick, .list])

    static func texts(_ card: Card, on device: Device = apple) -> [String] {
        card.messages(on: device, english).map { message in
            switch message {
            case .text(let text): text
            case .card(let card): card.headline
            default: "something else"
            }
        }
    }

    @Test func `a carousel is its first five cards, and how many more there are`() {
        let cards = (1...8).map { Self.card(.status("Card \($0)")) }
        #expect(Self.texts(Self.card(.carousel(cards))) == (1...5).map { "Card \($0)" } + ["and 3 more"])
        #expect(Self.texts(Self.card(.carousel(Array(cards.prefix(5))))) == (1...5).map { "Card \($0)" })
    }

    @Test func `buttons that open something become links below their card, others are left out`() {
        let card = Self.card(
            .product(Self.product),
            buttons: [
                .init(label: "Recipe", tap: .open("https://example.com/r")), .init(label: "Map", tap: .map),
                .init(label: "Add", tap: .event("add")),
            ])
        #expect(Self.texts(card) == ["Ossobuco, €26.50", "Recipe"])
        #expect(
            card.messages(on: Self.apple, Self.english).last
                == .card(Self.card(.link(LinkCard(address: "https://example.com/r", title: "Recipe")))))
        #expect(Self.texts(Self.card(.carousel([card, card]), buttons: card.buttons)).count == 5)
    }

    @Test func `a web chat gets the card as it is`() {
        let card = Self.card(.carousel([Self.card(.place(Self.place))]), buttons: [.init(label: "Map", tap: .map)])
        #expect(card.messages(on: Self.web, Self.english) == [.card(card)])
    }

    @Test func `a card that says nothing is not sent where it would be words`() {
        let card = Self.card(.custom(OwnCard(name: "a", type: "b", data: Fields(), fallback: "")))
        #expect(card.messages(on: Self.apple, Self.english).isEmpty)
        #expect(card.messages(on: Self.web, Self.english) == [.card(card)])
    }

    @Test func `what a tap on a carousel does fills only what its cards leave open`() {
        var open = Self.card(.status("Open"))
        open.data = Fields([("a", .yesNo(true))])
        open.inherit(.event("all"), Fields([("a", .yesNo(false)), ("b", .yesNo(false))]), Self.english)
        #expect(open.tap == .event("all"))
        #expect(open.data == Fields([("a", .yesNo(true)), ("b", .yesNo(false))]))
        var own = Self.card(.status("Own"), tap: .map)
        own.inherit(.open("https://example.com"), Fields(), Self.english)
        #expect(own.tap == .map && own.words == "Own")
        var text = Self.card(.status("Text"))
        text.inherit(.open("https://example.com"), Fields(), Self.english)
        #expect(text.words == "Text\nhttps://example.com")
    }

    // Storing.

    static let kept: [Card] =
        words.map(\.card) + [
            card(.carousel(words.map(\.card))),
            Card(
                .link(LinkCard(address: "https://e.com", image: Picture(source: "a.png", alt: "A"))), tap: .event("x"),
                data: Fields([("n", .number(1.5)), ("m", .money(euros("1.50")))]),
                buttons: [
                    .init(label: "A", tap: .open("https://e.com"), data: Fields([("t", .text("x"))])),
                    .init(label: "B", tap: .map), .init(label: "C", tap: .event("y")),
                ], overlay: ["title": "T", "action": ["data": [1, 2]]], english),
        ]

    @Test(arguments: kept) func `a card is the same when it has been stored`(card: Card) throws {
        let message = Message.card(card)
        #expect(try Message(json: JSONValue(parsing: message.json.text)) == message)
    }

    @Test(arguments: [
        "{}", #"{"words":"a"}"#, #"{"product":{},"words":"a"}"#, #"{"receipt":{"number":"1"},"words":""}"#,
    ])
    func `what is no card is refused`(text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: JSONError.self) { try Card(json: json) }
    }
}
