import Channels
import ConversationRuntime
import CurlClient
import Expressions
import FakeStore
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// Files for which there is no space, over HTTP.
@Suite struct ContentRoomTests {
    private static func settings(_ change: (inout ContentSettings) -> Void) -> ContentSettings {
        var settings = ContentSettings()
        settings.maxSize = 1_000
        change(&settings)
        return settings
    }

    private static let full = settings { $0.reserve = .max / 2 }
    private static let little = settings { $0.quota = 1_000 }

    @Test func `the words of a customer of Apple's arrive although their file cannot be kept`() async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment()
            try await shop.serve(content: Self.full) { server in
                try await server.hello()
                let words: JSONObject = ["body": "My wheel \u{FFFC}", "attachments": [.object(photo)]]
                #expect(try await Webhook(Webhook.message("text", words, id: "m-1")).post(to: server).status == 200)
                await server.untilCalled()
                #expect(shop.texts.last == "It did not arrive.", "nobody waits for room")
                let id = try #require(
                    try await server.database.operators.sessions(SessionFilter(), skipping: 0, limit: 1).first?.id)
                let heard = try await server.database.sessions.history(of: id).map { "\($0.event)" }.joined()
                #expect(heard.contains("My wheel"))
                #expect(server.filesOnDisk.kept.isEmpty && server.filesOnDisk.underWay.isEmpty)
                #expect(shop.store.count(of: .download) == 0, "it is not even fetched")
                #expect(server.log.lines.contains { $0.contains("no room") && $0.contains("content.free_space") })
            }
        }
    }

    @Test func `a person reads the words of a message whose file cannot be kept`() async throws {
        try await FileShop.run { shop in
            let photo = try await shop.attachment()
            try await shop.serve(content: Self.full) { server in
                try await server.hello()
                #expect(try await Webhook.text("help").post(to: server).status == 200)
                await server.untilQuiet()
                let words: JSONObject = ["body": "My wheel \u{FFFC}", "attachments": [.object(photo)]]
                #expect(try await Webhook(Webhook.message("text", words, id: "m-1")).post(to: server).status == 200)
                await server.untilCalled()
                let id = try #require(
                    try await server.database.operators.sessions(SessionFilter(), skipping: 0, limit: 1).first?.id)
                let heard = try await server.database.sessions.history(of: id).map { "\($0.event)" }.joined()
                #expect(heard.contains("My wheel") && server.filesOnDisk.kept.isEmpty)
            }
        }
    }

    @Test func `a body inside a message is refused for want of room like any file, and words are taken`() async throws {
        try await ContentServer.run(Self.full) { server in
            let ana = try await server.customer()
            #expect(try await Self.send(picture: 10, as: ana, server) == 507)
            #expect(try await Self.send(picture: nil, as: ana, server) == 201)
        }
    }

    @Test func `when all files together are too many, new ones are refused and messages taken`() async throws {
        try await ContentServer.run(Self.little) { server in
            let ana = try await server.customer("Ana")
            let ben = try await server.customer("Ben")
            #expect(try await server.announce(["mime_type": "video/mp4", "size": 600], as: ana).status == 201)
            #expect(try await server.announce(["mime_type": "video/mp4", "size": 401], as: ben).status == 507)
            #expect(try await Self.send(picture: 401, as: ben, server) == 507)
            #expect(try await Self.send(picture: nil, as: ben, server) == 201)
            #expect(try await server.announce(["mime_type": "video/mp4", "size": 400], as: ben).status == 201)
        }
    }

    /// Sends a message with a picture of this size in it, or only a text. Returns the status.
    private static func send(
        picture: Int?, as customer: ContentServer.Customer, _ server: ContentServer
    ) async throws -> Int {
        let part: JSONValue =
            if let picture {
                [
                    "mime_type": "image/png;role=root", "encoding": "base64",
                    "body": .string(Data(count: picture).base64EncodedString()),
                ]
            } else {
                ["mime_type": "application/vnd.layer.text+json;role=root", "body": #"{"text": "Hi"}"#]
            }
        return try await server.send(
            "POST", "/chat/api/conversations/\(customer.conversation)/messages", as: customer,
            json: ["id": .string(UUID().uuidString), "parts": [part]]
        ).status
    }
}
