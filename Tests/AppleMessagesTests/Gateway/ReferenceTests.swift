import Channels
import Concurrency
import Expressions
import JSON
import MessageModel
import Testing

@testable import AppleMessages

/// Large payloads that are sent repeatedly: the channel requests a reference from Apple and sends it instead.
@Suite struct ReferenceTests {
    private static let reference =
        "{\"dataRef\": {\"url\": \"https://a.example/ref\", \"size\": 20000, \"title\": \"A\"}}"
    private static let large = Examples.png + [UInt8](repeating: 1, count: 20_000)
    private static let link = Message.card(
        Card(
            .link(LinkCard(address: "https://a.example", title: "A", image: Picture(source: "large.png", alt: nil))),
            CardWording(.init(language: "en", zone: .utc))))

    private static func list(_ question: String) -> Message {
        var list = Examples.images
        list.question = question
        list.bubble.image = Picture(source: "large.png", alt: nil)
        return .list(list)
    }

    private func sending(to url: String) -> Sending { Sending(to: url, pictures: ["large.png": Self.large]) }

    @Test func `the same link goes by reference the second time, to another customer too`() async throws {
        try await FakeGateway.run(.status(200, body: Self.reference)) { gateway, url in
            let sending = sending(to: url)
            for customer in [Account.customer, Account.otherCustomer] {
                #expect(await sending.send(Self.link, to: customer) == nil)
            }
            let (first, second) = (gateway.received[0], gateway.received[1])
            #expect(first.headers["include-data-ref"] == "true" && first.json["richLinkData"] != nil)
            #expect(second.headers["include-data-ref"] == nil)
            #expect(second.json["richLinkData"] == nil && second.json["type"] == "richLink")
            let reference = try JSONValue(parsing: Self.reference)["dataRef"]
            #expect(second.json["richLinkDataRef"] == reference)
        }
    }

    @Test func `a question goes by reference only when it is the very same message`() async throws {
        try await FakeGateway.run(.status(200, body: Self.reference)) { gateway, url in
            let sending = sending(to: url)
            for question in ["q-1", "q-2", "q-1"] { #expect(await sending.send(Self.list(question)) == nil) }
            #expect(gateway.received.map { $0.json["interactiveDataRef"] != nil } == [false, false, true])
            #expect(gateway.received[2].json["interactiveData"] == nil)
        }
    }

    @Test func `a reference that Apple does not know any more is forgotten, and the message goes whole`() async throws {
        try await FakeGateway.run(
            .status(200, body: Self.reference), .status(400), .status(200), .status(200)
        ) { gateway, url in
            let sending = sending(to: url)
            for _ in 0..<3 { #expect(await sending.send(Self.link) == nil) }
            #expect(gateway.received.map { $0.json["richLinkDataRef"] != nil } == [false, true, false, false])
        }
    }

    @Test func `a reference serves for 24 days`() async throws {
        try await FakeGateway.run(.status(200, body: Self.reference)) { gateway, url in
            let sending = sending(to: url)
            for length in [TimeLength.zero, .hours(24 * 24 - 1), .hours(1)] {
                sending.clock.turn(by: length)
                #expect(await sending.send(Self.link) == nil)
            }
            #expect(gateway.received.map { $0.json["richLinkDataRef"] != nil } == [false, true, false])
        }
    }

    @Test func `small messages ask for no reference, and an answer without one is none`() async throws {
        try await FakeGateway.run(.status(200, body: "{}")) { gateway, url in
            let sending = sending(to: url)
            #expect(await sending.send(.list(Examples.plainList)) == nil)
            for _ in 0..<2 { #expect(await sending.send(Self.link) == nil) }
            #expect(gateway.received.map { $0.headers["include-data-ref"] } == [nil, "true", "true"])
        }
    }

    @Test func `references are bounded`() throws {
        let references = PayloadReferences()
        let payload = { (number: Int) throws -> LargePayload in
            let content: JSONObject = [
                "richLinkData": ["n": .int(number), "assets": .string(String(repeating: "x", count: 11_000))]
            ]
            return try #require(LargePayload(of: content, from: "b"))
        }
        for number in 0..<501 {
            references.keep(["url": "u"], to: try payload(number), at: Account.now + .seconds(number))
        }
        #expect(references.reference(to: try payload(0), at: Account.now) == nil)
        #expect(references.reference(to: try payload(1), at: Account.now) != nil)
    }
}
