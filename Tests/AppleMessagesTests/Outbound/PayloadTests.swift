import JSON
import MessageModel
import Testing

@testable import AppleMessages

@Suite struct PayloadTests {
    @Test(arguments: Examples.all.map(\.name))
    func `every kind of message goes out as its fixture says`(_ name: String) async throws {
        try Fixtures.expect(await sent(name), equals: "Outbound/\(name).json")
    }

    @Test(arguments: Examples.all.map(\.name))
    func `a message says what Apple's page requires, and nothing that the page does not know`(
        _ name: String
    ) async throws {
        let structure = try DocumentedStructure(Fixtures.text("Outbound/documented-structure.txt"))
        #expect(structure.complaints(about: try await sent(name), at: name.hasPrefix("app") ? "app" : "message") == [])
    }

    @Test func `a picture that is shown in several places goes along once`() async throws {
        let data = try await sent("list-picker-of-several-with-images")["interactiveData"]?["data"]
        let images = data?["images"]?.array ?? []
        #expect(images.map { $0["identifier"] } == ["1", "2"])
        #expect(Set(images.map { $0["data"] }).count == 2)
    }

    @Test func `an item whose picture cannot be had goes without`() async throws {
        let message = try await sent("list-picker-of-several-with-images")
        let items = message["interactiveData"]?["data"]?["listPicker"]?["sections"]?[0]?["items"]?.array ?? []
        #expect(items.map { $0["imageIdentifier"] } == ["2", "1", nil])
    }

    @Test func `a message without pictures has no list of them`() async throws {
        #expect(try await sent("list-picker")["interactiveData"]?["data"]?["images"] == nil)
    }

    @Test func `times are written in UTC without seconds, as Apple's samples do`() async throws {
        let event = try await sent("time-picker-with-place")["interactiveData"]?["data"]?["event"]
        let starts = event?["timeslots"]?.array?.map { $0["startTime"] }
        #expect(starts == ["2026-12-01T09:00+0000", "2026-12-31T23:59+0000"])
    }

    @Test func `times without a zone of their own are left to the clock of the device`() async throws {
        let event = try await sent("time-picker")["interactiveData"]?["data"]?["event"]
        #expect(event?["timezoneOffset"] == nil)
        #expect(event?["location"] == nil)
    }

    @Test(arguments: [(0, "text"), (1, "listPicker"), (2, "quick-reply"), (5, "quick-reply"), (6, "listPicker")])
    func `a quick reply that Apple would refuse becomes something that it takes`(
        _ count: Int, _ kind: String
    ) async throws {
        var buttons = Examples.buttons
        buttons.items = (0..<count).map { .init(id: "\($0)", title: "Answer \($0)") }
        let body = try #require(try await Sending.bodies(of: .buttons(buttons)).last)
        let data = body["interactiveData"]?["data"]
        #expect(kind == "text" ? body["body"]?.string == buttons.summary : data?[kind] != nil)
        #expect(count == 0 || data?["requestIdentifier"]?.string == buttons.question)
    }

    /// Returns the body that the gateway receives for an example.
    private func sent(_ name: String) async throws -> JSONValue {
        let message = try #require(Examples.all.first { $0.name == name }?.message)
        return try await FakeGateway.run(.status(200)) { gateway, url in
            let sending = Sending(
                to: url, pictures: Examples.pictures, apps: [Examples.seats], payments: FixedPayments())
            #expect(await sending.send(message) == nil)
            return gateway.received.last?.json ?? .null
        }
    }
}
