import ChannelRules
import Expressions
import JSON
import MessageModel
import Testing

@testable import AppleMessages

/// The values of a flow's `apple:`, which override those of the message.
@Suite struct OverlayTests {
    private static let overlay: JSONObject = [
        "receivedMessage": ["subtitle": "Fresh from the oven", "secondarySubtitle": "2 left"], "useLiveLayout": false,
    ]

    @Test func `keys replace what is written, and leave the rest as the fixture says`() async throws {
        var list = Examples.plainList
        list.bubble.overlay = Self.overlay
        let message = try await sent(.list(list))
        var expected = try #require(
            try JSONValue(parsing: Fixtures.text("Outbound/list-picker.json"))["interactiveData"]?.object)
        var received = try #require(expected["receivedMessage"]?.object)
        received["subtitle"] = "Fresh from the oven"
        received["secondarySubtitle"] = "2 left"
        expected["receivedMessage"] = .object(received)
        expected["useLiveLayout"] = false
        #expect(message["interactiveData"] == .object(expected))
    }

    @Test func `a quick reply and its items are reached as well`() async throws {
        var buttons = Examples.buttons
        buttons.overlay = [
            "data": ["quick-reply": ["summaryText": "Choose", "items": [["title": "Repair"], [:], ["title": "More"]]]]
        ]
        let reply = try await sent(.buttons(buttons))["interactiveData"]?["data"]?["quick-reply"]
        #expect(reply?["summaryText"] == "Choose")
        #expect(reply?["items"]?.array?.map { $0["title"] } == ["Repair", "Opening hours"])
        #expect(reply?["items"]?.array?.map { $0["identifier"] } == ["repair", "hours"])
    }

    @Test(arguments: Examples.all.map(\.name))
    func `every key that is written is one that a flow may name, or one that it must leave alone`(
        _ name: String
    ) async throws {
        let message = try #require(Examples.all.first { $0.name == name }?.message)
        guard let data = try await sent(message)["interactiveData"] else { return }
        #expect(strange(data, ChannelKeys.apple, "interactiveData") == [])
    }

    /// Returns the paths of keys that the list does not contain.
    private func strange(_ value: JSONValue, _ keys: ChannelKeys, _ path: String) -> [String] {
        switch (value, keys) {
        case (_, .fixed), (_, .any): []
        case (.object(let object), .block(let known)):
            object.flatMap { key, value in
                known[key].map { strange(value, $0, "\(path).\(key)") } ?? ["\(path).\(key)"]
            }
        case (.array(let items), .list(let inner)): items.flatMap { strange($0, inner, path + "[]") }
        case (.string, .text), (.number, .number), (.bool, .flag): []
        default: ["\(path) is of another type"]
        }
    }

    private func sent(_ message: Message) async throws -> JSONValue {
        try await FakeGateway.run(.status(200)) { gateway, url in
            let sending = Sending(
                to: url, pictures: Examples.pictures, apps: [Examples.seats], payments: FixedPayments())
            #expect(await sending.send(message) == nil)
            return gateway.received.first?.json ?? .null
        }
    }
}
