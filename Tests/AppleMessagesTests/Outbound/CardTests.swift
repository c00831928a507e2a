import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import AppleMessages

/// The conversion of cards for Apple's devices, which have no cards.
@Suite struct CardTests {
    private static let words = CardWording(.init(language: "en", zone: .utc))

    private func sent(_ content: Card.Content, tap: Card.Tap? = nil, overlay: JSONObject = [:]) async throws
        -> [JSONValue]
    {
        try await Sending.bodies(of: .card(Card(content, tap: tap, overlay: overlay, Self.words)))
    }

    @Test func `a link has its title and picture, and what else is known of it as a text before`() async throws {
        let card = LinkCard(
            address: "https://spoke.example/bells", title: "Bells", note: "Loud ones", author: "Ana",
            image: Examples.bell)
        let bodies = try await sent(.link(card))
        #expect(bodies.map(\.line) == ["text Loud ones\nAna", "Bells -> https://spoke.example/bells"])
        #expect(bodies[1]["richLinkData"]?["assets"]?["image"]?["mimeType"] == "image/png")
    }

    @Test func `a link without a title is called by its host`() async throws {
        let bodies = try await sent(.link(LinkCard(address: "https://www.spoke.example/bells")))
        #expect(bodies.map(\.line) == ["spoke.example -> https://www.spoke.example/bells"])
    }

    @Test func `a picture that newer devices refuse is left out, and the link goes`() async throws {
        let card = LinkCard(
            address: "https://a.example", title: "A", image: Picture(source: "gone.png", alt: nil))
        let body = try #require(try await sent(.link(card)).first)
        #expect(body["richLinkData"]?["assets"] == nil && body.line == "A -> https://a.example")
    }

    @Test func `a place is a link to the map`() async throws {
        var place = PlaceCard(name: "Spoke")
        place.street = "Main Street 1"
        place.city = "Berlin"
        let bodies = try await sent(.place(place))
        #expect(bodies.first?.line == "text Main Street 1, Berlin")
        #expect(bodies.last?["richLinkData"]?["title"] == "Spoke")
        #expect(bodies.last?["richLinkData"]?["url"]?.string?.hasPrefix("https://maps.apple.com/?address=") == true)
    }

    @Test func `a product with an address is a link with its name, price and picture`() async throws {
        var product = ProductCard(name: "Bell")
        product.brand = "Spoke"
        product.price = Money(12, try #require(Currency("EUR")))
        product.note = "Very loud"
        product.link = "https://spoke.example/bell"
        product.image = Examples.bell
        let bodies = try await sent(.product(product))
        #expect(bodies.map(\.line) == ["text Very loud", "Spoke Bell, €12.00 -> https://spoke.example/bell"])
        #expect(bodies[1]["richLinkData"]?["assets"]?["image"] != nil)
    }

    @Test func `a text that opens an address is a text and a link`() async throws {
        let text = TextCard(text: "New bells are here.", title: "News")
        let bodies = try await sent(.text(text), tap: .open("https://spoke.example/news"))
        #expect(bodies.map(\.line) == ["text News\nNew bells are here.", "News -> https://spoke.example/news"])
    }

    @Test func `a flow lays a title and a video over its link`() async throws {
        let overlay: JSONObject = [
            "title": "See them", "assets": ["video": ["url": "https://a.example/v.mp4", "mimeType": "video/mp4"]],
        ]
        let card = LinkCard(address: "https://a.example", title: "A", image: Examples.bell)
        let data = try await sent(.link(card), overlay: overlay).first?["richLinkData"]
        #expect(data?["title"] == "See them" && data?["url"] == "https://a.example")
        #expect(data?["assets"]?["video"]?["mimeType"] == "video/mp4" && data?["assets"]?["image"] != nil)
    }

    @Test func `a status is a text`() async throws {
        #expect(try await sent(.status("Ana has joined")).map(\.line) == ["text Ana has joined"])
    }
}
