import Foundation
import JSON
import MessageParts
import Testing

/// The effect of a tap, as the page receives it: it opens something, or it is an event for the page around the chat.
@Suite struct TappingTests {
    private static let keep = MessageAction(event: "keep", data: ["sku": "P1"])

    private static let cards: [RichMessage] = {
        var product = ProductContent(name: "Pump")
        product.url = "https://shop.example/pump"
        var place = LocationContent(title: "Workshop")
        (place.latitude, place.longitude) = (52, 13)
        return [
            RichMessage(TextContent("Six bar")), RichMessage(TextContent("Six bar", title: "Tyres")),
            RichMessage(LinkContent("https://shop.example/pumps")),
            RichMessage(
                LinkContent("https://shop.example/pumps", title: "Pumps", imageURL: "https://shop.example/p.png")),
            RichMessage(FileContent(sourceURL: "https://shop.example/bill.pdf", title: "bill.pdf")),
            RichMessage(FileContent(sourceURL: "https://shop.example/bill.pdf")),
            RichMessage(ImageContent(sourceURL: "https://shop.example/a.png")),
            RichMessage(ImageContent(sourceURL: "https://shop.example/a.png", title: "A")), RichMessage(place),
            RichMessage(StatusContent("Ben has joined")), RichMessage(product), RichMessage(ReceiptContent([])),
        ]
    }()

    @Test(arguments: cards)
    func `a card with an event of the site has one button that reports it, and opens nothing`(_ card: RichMessage) {
        var card = card
        card.action = Self.keep
        for size in [MessageSize.small, .large] {
            let html = MessagePresenter().html(of: card, size).text
            #expect(html.matches(of: /<button type="button" class="tap" data-event="keep"/).count == 1, "\(html)")
            #expect(html.contains("{&quot;sku&quot;:&quot;P1&quot;"), "\(html)")
            #expect(!html.contains("<a "), "\(html)")
        }
        #expect(!MessagePresenter().text(of: card).contains("maps.apple.com"))
    }

    @Test(arguments: cards)
    func `an item of a carousel follows its own event, else that of the carousel`(_ card: RichMessage) {
        var own = card
        own.action = Self.keep
        let carousel = RichMessage(CarouselContent([own, card]), action: MessageAction(event: "look"))
        let html = MessagePresenter().html(of: carousel).text
        #expect(html.matches(of: /class="tap" data-event="keep"/).count == 1, "\(html)")
        #expect(html.matches(of: /class="tap" data-event="look"/).count == 1, "\(html)")
        #expect(!html.contains("<a "), "\(html)")
    }

    @Test(arguments: cards)
    func `another address takes the place of the usual one`(_ card: RichMessage) {
        var card = card
        card.action = MessageAction(event: "open-url", data: ["url": "https://other.example"])
        let html = MessagePresenter().html(of: card).text
        let links = html.matches(of: /<a [^>]*href="([^"]*)"/).map { String($0.output.1) }
        #expect(!links.isEmpty && Set(links) == ["https://other.example"], "\(html)")
        #expect(!html.contains("class=\"tap\""))
    }

    @Test func `a button that shows the map opens it`() {
        var place = LocationContent(title: "Workshop")
        (place.latitude, place.longitude) = (52, 13)
        let button = ButtonsContent.Button.action(.init("Where?", MessageAction(event: "open-map")))
        let html = MessagePresenter().html(of: RichMessage(ButtonsContent([button], below: RichMessage(place)))).text
        #expect(html.contains(#"<a class="button" href="https://maps.apple.com/?ll=52,13""#), "\(html)")
    }

    @Test func `questions are answered by what is in them`() {
        var question = RichMessage(ChoiceContent(Choices([.init(id: "a", text: "A")]), label: "Which?"))
        question.action = Self.keep
        #expect(!MessagePresenter().html(of: question).text.contains("class=\"tap\""))
    }
}
