import Expressions
import Foundation
import JSON
import MessageModel
import MessageParts
import Testing

/// Cards and questions of flows as rich messages, and back.
@Suite struct BridgeTests {
    private static let bridge = PartsBridge()
    private static let english = CardWording(.standard)

    private static func euros(_ amount: Int) -> Money {
        guard let euro = Currency("EUR") else { preconditionFailure("the euro is a currency") }
        return Money(Decimal(amount) / 100, euro)
    }

    private static let product: ProductCard = {
        var product = ProductCard(name: "Pump")
        product.brand = "Aero"
        product.note = "Six bar"
        product.image = Picture(source: "https://shop.example/pump.png", alt: nil)
        product.price = euros(2_490)
        product.quantity = 2
        product.options = [.init(label: "Colour", value: "Red")]
        product.link = "https://shop.example/pump"
        return product
    }()

    private static let place: PlaceCard = {
        var place = PlaceCard(name: "Workshop")
        place.latitude = Decimal(string: "52.5")
        place.longitude = Decimal(string: "13.4")
        place.zoom = 12
        place.street = "5 Mill Lane"
        place.city = "Oxford"
        place.postcode = "OX1"
        return place
    }()

    private static let receipt: ReceiptCard = {
        var receipt = ReceiptCard(number: "B-1", items: [product], total: euros(4_969), method: "Cash")
        receipt.title = "Your order"
        receipt.subtotal = euros(4_980)
        receipt.shipping = euros(490)
        receipt.tax = euros(399)
        receipt.discounts = [.init(label: "Spring", amount: euros(500))]
        receipt.address = PlaceValue(street: "5 Rue Basse", city: "Paris", postcode: "75001")
        receipt.created = .time(TimeSlot(start: Moment(seconds: 1_772_442_000)))
        receipt.link = "https://shop.example/B-1"
        return receipt
    }()

    private static let contents: [Card.Content] = [
        .text(TextCard(text: "Hi", title: "Note", note: "Today", author: "Ana")),
        .link(
            LinkCard(
                address: "https://a.example", title: "A", image: Picture(source: "https://a.example/a.png", alt: nil))),
        .file(FileCard(source: "https://a.example/terms.pdf", title: "Terms", author: "Ana")),
        .image(
            ImageCard(picture: Picture(source: "https://a.example/a.png", alt: "A plate"), title: "Dish", artist: "Ben")
        ),
        .place(place), .status("Ana has joined"), .product(product), .receipt(receipt),
        .carousel([Card(.status("One"), english), Card(.text(TextCard(text: "Two")), tap: .event("wave"), english)]),
    ]

    /// The cards of a carousel have their own tap events, which they have taken from the carousel before.
    private static func isCarousel(_ content: Card.Content) -> Bool { content.kind == "carousel" }

    @Test(arguments: contents) func `a card is the same after it was parts`(_ content: Card.Content) throws {
        for buttons in [[], [Card.Button(label: "More", tap: .open("https://a.example/more"))]] {
            let card = Card(
                content, tap: Self.isCarousel(content) ? nil : .event("chosen"),
                data: Self.isCarousel(content) ? Fields() : Fields([("size", .text("L")), ("count", .number(2))]),
                buttons: buttons,
                Self.english)
            var names = NodeNames(seed: "card")
            let message = Self.bridge.message(of: card)
            let parts = TypeRegistry.standard.parts(of: message, message: "layer:///messages/m", &names)
            let read = try TypeRegistry.standard.message(of: parts)
            #expect(read.remarks.isEmpty)
            #expect(Self.bridge.card(of: read.message) == card)
        }
    }

    @Test func `what a flow lays over a card lies over the body of its root`() throws {
        let message = Self.bridge.message(of: Card(.text(TextCard(text: "Hi")), Self.english))
        var names = NodeNames(seed: "card")
        let parts = TypeRegistry.standard.parts(
            of: message, message: "layer:///messages/m", &names, overlay: ["title": "Over", "colour": "red"])
        #expect(parts[0].body == #"{"text":"Hi","title":"Over","colour":"red"}"#)
    }

    @Test func `a card of a type of one's own is that type where it is registered, else it is kept`() {
        let own = OwnCard(
            name: "opinion", type: "application/vnd.layer.opinion+json", data: Fields([("rating", .number(4))]),
            fallback: "4 stars")
        let card = Card(.custom(own), Self.english)
        let known = PartsBridge(.withOpinions).message(of: card)
        #expect((known.content as? OpinionContent)?.rating == 4)
        let unknown = Self.bridge.message(of: card).content as? UnknownContent
        #expect(unknown?.data.mimeType == own.type)
        #expect(unknown?.properties == ["rating": 4])
    }

    // Questions.

    private static let bubble = MessageBubble(
        title: "Which?", note: "Tap", image: nil, size: .icon, reply: "Which?")
    private static let plainList = ListMessage(
        question: "q", bubble: bubble,
        sections: [
            .init(
                title: "Warm",
                items: [.init(id: "r", title: "Red", note: "Like a rose"), .init(id: "o", title: "Orange")]),
            .init(
                title: "Cold",
                items: [.init(id: "b", title: "Blue", image: Picture(source: "https://a.example/b.png", alt: nil))]),
        ], several: true)
    private static let times = TimesMessage(
        question: "q", bubble: bubble, title: "Visit",
        place: MessagePlace(name: "Workshop", latitude: 1, longitude: 2, radius: nil), offset: 60, image: nil,
        slots: [.init(id: "a", start: Moment(seconds: 1_796_115_600), duration: .minutes(30))])
    private static let form: FormMessage = {
        let question = AskedQuestion(
            id: "make", prompt: "Make?", bubble: bubble, hasOwnTitle: false,
            kind: .text(AskedText(kind: "one line", atLeast: 1, atMost: 30, matches: nil)))
        let page = AskedForm.Page(question: question, title: nil, next: .send)
        let form = AskedForm(pages: [page], intro: nil, hasSummary: false, sendWord: "Send", changeWord: "Change")
        return FormMessage(question: "q", bubble: bubble, form: form)
    }()
    private static let buttons = ButtonsMessage(
        question: "q", summary: "Which?", items: [.init(id: "r", title: "Red"), .init(id: "b", title: "Blue")])

    private static let all = Device(channel: .apple, capabilities: [.quick, .list, .time, .form, .auth2])

    @Test(arguments: [.text("Hi"), .buttons(buttons), .list(plainList), .times(times), .form(form)] as [Message])
    func `a question goes out as it was after it was parts`(_ message: Message) throws {
        var names = NodeNames(seed: "question")
        let rich = Self.bridge.message(of: message)
        let parts = TypeRegistry.standard.parts(of: rich, message: "layer:///messages/m", &names)
        let read = try TypeRegistry.standard.message(of: parts).message
        #expect(Self.bridge.messages(of: read, on: Self.all) == [message])
    }

    private static let prompt = PromptMessage(
        question: "q", words: "When?",
        days: .init(first: CalendarDate(iso: "2026-03-02"), last: nil, preset: nil, format: nil), skipWord: "skip")
    private static let cards = ListMessage(
        question: "q", bubble: bubble,
        sections: [.init(title: "Which?", items: [.init(id: "r", title: "Red"), .init(id: "b", title: "Blue")])],
        several: false, areCards: true)

    @Test(arguments: [.prompt(prompt), .list(cards)] as [Message])
    func `what only a browser has is in a browser as it was`(_ message: Message) throws {
        var names = NodeNames(seed: "question")
        let parts = TypeRegistry.standard.parts(
            of: Self.bridge.message(of: message), message: "layer:///messages/m", &names)
        let read = try TypeRegistry.standard.message(of: parts).message
        #expect(Self.bridge.messages(of: read, on: .web) == [message])
        let elsewhere = Self.bridge.messages(of: read, on: Self.all)
        if case .list(var list) = message {
            list.areCards = false
            #expect(elsewhere == [.list(list)])
        } else {
            #expect(elsewhere == [.text("When?")])
        }
    }

    @Test func `feedback that a flow asks for is given by whoever the conversation is with`() throws {
        let own = OwnCard(
            name: "feedback", type: "application/vnd.layer.feedback+json",
            data: Fields([("prompt", .text("How was it?"))]), fallback: "How was it?")
        let feedback = PartsBridge(enabledFor: ["ana"]).message(of: Card(.custom(own), Self.english)).content
        #expect((feedback as? FeedbackContent)?.enabledFor == ["ana"])
    }

    @Test(arguments: [
        (Message.buttons(buttons), "LIST", "list"), (.buttons(buttons), "", "Which?\n1 Red\n2 Blue"),
        (.list(plainList), "QUICK", "Which?\nWarm\n1 Red\n2 Orange\nCold\n3 Blue\nNumbers, please."),
        (.times(times), "LIST", "list"), (.times(times), "", "Which?\n1 Tuesday, 1 December 2026, 10:00"),
        (.form(form), "QUICK,LIST", "Which?|Make?"),
    ])
    func `lesser devices get what the engine would send them`(
        _ message: Message, _ abilities: String, _ shown: String
    ) {
        let device = Device(channel: .apple, capabilities: Capabilities(list: abilities))
        let rich = Self.bridge.message(of: message)
        let sent = Self.bridge.messages(of: rich, on: device, numberHint: "Numbers, please.").map { message in
            switch message {
            case .text(let text): text
            case .list: "list"
            default: "other"
            }
        }
        #expect(sent.joined(separator: "|") == shown)
    }

    @Test func `questions name who may answer, and their request identifier`() throws {
        let bridge = PartsBridge(enabledFor: ["layer:///identities/ana"])
        let rich = bridge.message(of: .list(Self.plainList))
        let choice = try #require(rich.content as? ChoiceContent)
        #expect(choice.choices.enabledFor == ["layer:///identities/ana"])
        #expect(choice.choices.stateType == .set)
        #expect(rich.customData["question"] == "q")
    }

    @Test func `links of ours are addresses where the channel knows them, else words`() throws {
        let sheet = try #require(PaySheet(lines: [.init(label: "Pump", amount: Self.euros(2_490))], methods: []))
        let asked = AskedPay(
            merchant: "shop", business: "Shop", sheet: sheet, contact: [], billing: [], countries: [], recalculate: nil,
            track: nil, linkWords: "Pay here:")
        let link = Message.link(LinkMessage(question: "q", words: "Pay here:", target: .pay(asked)))
        #expect((Self.bridge.message(of: link).content as? TextContent)?.text == "Pay here:")
        let knowing = PartsBridge(page: { target in target == .pay(asked) ? "https://shop.example/pay" : nil })
        let content = knowing.message(of: link).content as? LinkContent
        #expect(content?.url == "https://shop.example/pay")
        #expect(content?.title == "Pay here:")
    }

    @Test(arguments: StoredMessages.names) func `every message goes out to every device in some form`(_ name: String)
        throws
    {
        let message = try StoredMessages.message(name)
        for bits in 0..<32 {
            let device = Device(channel: .apple, capabilities: Capabilities(rawValue: bits))
            let sent = Self.bridge.messages(of: message, on: device)
            #expect(sent.isEmpty == (name == "response-that-nobody-sees"))
            for case .text(let text) in sent { #expect(!text.isEmpty) }
        }
    }
}
