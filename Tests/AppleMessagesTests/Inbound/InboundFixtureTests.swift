import Channels
import JSON
import Testing

@testable import AppleMessages

/// Apple's webhooks, as recorded from Apple's documentation, vendors and running programs, with the resulting arrivals.
@Suite struct InboundFixtureTests {
    static let names = Fixtures.names(in: "Inbound", endingWith: ".json").filter { !$0.hasSuffix(".arrival") }

    @Test(arguments: names)
    func `every recorded message is understood as its fixture says`(_ name: String) async throws {
        let arrival = try await Post(Fixtures.json("Inbound/\(name).json")).arrival()
        try Fixtures.expect(arrival.json, equals: "Inbound/\(name).arrival.json")
    }

    @Test(arguments: InboundType.allCases)
    func `every type that Apple posts has a recorded message`(_ type: InboundType) throws {
        let types = try Self.names.map { try Fixtures.json("Inbound/\($0).json")["type"]?.string }
        #expect(types.contains(type.rawValue))
    }

    @Test(arguments: ReplyKind.allCases)
    func `every kind of reply has a recorded message`(_ kind: ReplyKind) throws {
        let keys = try Self.names.flatMap { name in
            try Fixtures.json("Inbound/\(name).json")["interactiveData"]?["data"]?.object?.keys ?? []
        }
        #expect(keys.contains(kind.rawValue))
    }

    @Test func `a message of a type that nobody knows yet is passed over`() async throws {
        let arrival = try await Post(Post.message([:], type: "hologram")).arrival()
        #expect(arrival.content == .passing("messages of type `hologram`"))
    }

    @Test(arguments: [
        (#"{"id":"1","sourceId":"a","destinationId":"b"}"#, "`type` is missing"),
        (#"{"id":"1","sourceId":"a","destinationId":"b","type":7}"#, "`type` is missing"),
        (#"{"id":"1","sourceId":"a","destinationId":"b","type":"text"}"#, "a text has no `body`"),
        (#"{"id":"1","sourceId":"a","destinationId":"b","type":"text","body":["x"]}"#, "a text has no `body`"),
        (
            #"{"id":"1","sourceId":"a","destinationId":"b","type":"interactive"}"#,
            "an interactive message has no `interactiveData`"
        ),
        (
            #"{"id":"1","sourceId":"a","destinationId":"b","type":"interactive","interactiveData":"x"}"#,
            "`interactiveData` is not an object"
        ),
    ])
    func `a message without what its type needs is refused`(_ body: String, _ reason: String) async {
        #expect(await Post(Array(body.utf8)).refusal() == .malformed(reason))
    }
}
