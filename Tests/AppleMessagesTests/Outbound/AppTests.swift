import ChannelRules
import Channels
import Concurrency
import CurlClient
import Expressions
import FakeStore
import FlowModel
import Foundation
import JSON
import Logging
import MessageModel
import TestSupport
import Testing

@testable import AppleMessages

/// The bubbles of iMessage apps.
@Suite struct AppTests {
    private func body(_ message: AppMessage, _ app: MessageApp = Examples.seats) async throws -> JSONValue {
        try #require(try await Sending.bodies(of: .app(message), apps: [app]).last)
    }

    @Test func `there is never data, whatever a flow lays over the message`() async throws {
        var message = Examples.app
        message.bubble.overlay = ["data": ["version": "1.0"], "useLiveLayout": true]
        let data = try await body(message)["interactiveData"]
        #expect(data?["data"] == nil && data?["useLiveLayout"] == true)
        #expect(data?["requestIdentifier"] == nil && data?["sessionIdentifier"]?.string == message.question)
    }

    @Test func `an app that is told nothing has an empty query`() async throws {
        var message = Examples.app
        message.app.data = []
        #expect(try await body(message)["interactiveData"]?["URL"] == "?")
    }

    @Test func `what an app is told has 64 KB at most`() async throws {
        var message = Examples.app
        message.app.data = [NamedText("a", String(repeating: "x", count: AppleLimits.appData - 3))]
        #expect(try await body(message)["interactiveData"]?["URL"]?.string?.utf8.count == 64_000)
        message.app.data[0].text += "x"
        let tooMuch = message
        await #expect(
            throws: DeliveryFailure.giveUp("the data for the app `seats` has 64001 bytes; Apple accepts 64000")
        ) {
            _ = try await body(tooMuch)
        }
    }

    @Test func `an icon that is too large is left out, and told`() async throws {
        let log = LogRecorder()
        let writer = AppleWriter(
            pictures: Album(["icon.png": [UInt8](repeating: 0, count: 15_000)]), apps: [Examples.seats],
            logger: log.logger)
        let body = try #require(try await writer.bodies(of: .app(Examples.app)).last)
        #expect(body["interactiveData"]?["appIcon"] == nil)
        #expect(log.lines == ["notice app icon omitted app=seats reason=too large: 15000 bytes"])
    }

    @Test func `texts are shortened as in every bubble`() async throws {
        var message = Examples.app
        message.bubble.around?.imageNote = String(repeating: "x", count: 300)
        let received = try await body(message)["interactiveData"]?["receivedMessage"]
        #expect(received?["imageSubtitle"]?.string?.count == 200)
    }

    @Test func `the picture travels as an attachment, encrypted`() async throws {
        var message = Examples.app
        message.bubble.image = Examples.shop
        let asked = message
        let folder = NSTemporaryDirectory() + "usher-app-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(Examples.png).write(to: URL(filePath: "\(folder)/shop.png"))
        try await FakeStore.run { store, storeURL in
            try await FakeGateway.run(.status(200)) { gateway, url in
                let settings = AppleSettings(gateway: storeURL, mspID: Account.mspID, secret: Account.secret)
                let files = AppleStore(
                    settings: settings, client: CurlClient(patience: .seconds(300)),
                    clock: TurnableClock(standingAt: Account.now),
                    folder: folder)
                let sending = Sending(
                    to: url, pictures: Examples.pictures, apps: [Examples.seats], store: files, folder: folder)
                #expect(await sending.send(.app(asked)) == nil)
                let body = try #require(gateway.received.first?.json)
                let structure = try DocumentedStructure(Fixtures.text("Outbound/documented-structure.txt"))
                #expect(structure.complaints(about: body, at: "app") == [])
                #expect(body["attachments"]?[0]?["mimeType"] == "image/png")
                #expect(store.received.map(\.step) == [.preUpload, .upload])
            }
        }
    }

    @Test func `without a store the app goes without its picture`() async throws {
        var message = Examples.app
        message.bubble.image = Examples.shop
        #expect(try await body(message)["attachments"] == nil)
    }
}
