import AppleMessages
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import FlowModel
import Foundation
import JSON
import Logging
import MessageParts
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing
import WebChat

@testable import Server

/// A server with a web chat, whose bot asks for photos.
struct ContentServer: Sendable {
    let clock: TurnableClock
    let database: SQLiteDatabase
    let chats: WebChats
    let conversations: Conversations
    let client: CurlClient
    let url: String

    /// A customer in a browser's widget, with a conversation.
    struct Customer: Sendable {
        let id: String
        let token: String
        let conversation: String
    }

    static func run(
        _ content: ContentSettings = ContentSettings(), in folder: TemporaryFolder? = nil, bot: Bot? = nil,
        pictures: [String: String] = [:], types: TypeRegistry = .standard,
        _ work: @Sendable (ContentServer) async throws -> Void
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        let clock = TurnableClock(standingAt: Account.now)
        let client = CurlClient(patience: .seconds(300))
        let key = try #require(StorageKey(Data(repeating: 7, count: 32)))
        let database = try SQLiteDatabase(
            path: folder.path + "/usher.sqlite", key: key, contentLimits: content.limits)
        var settings = ServerSettings()
        (settings.port, settings.content, settings.storageKey, settings.webChat.isEnabled) = (0, content, key, true)
        settings.messageTypes = types
        settings.apple = AppleSettings(
            gateway: "http://127.0.0.1:9", mspID: Account.mspID, secret: Account.secret)
        let quiet = Logger(label: "server") { _ in SwiftLogNoOpLogHandler() }
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let server = UsherServer(
            settings: settings,
            bot: try bot ?? FileShop.bot(), pictures: pictures, stores: database.stores,
            in: ServerContext(client: client, clock: clock, logger: quiet)
        ) { listening.yield($0) }
        try await TestServer.whileRunning(server.services, logger: quiet) { _ in
            let url = "http://127.0.0.1:\(await ports.first { _ in true } ?? 0)"
            try await work(
                ContentServer(
                    clock: clock, database: database, chats: try #require(server.chats),
                    conversations: server.conversations,
                    client: client, url: url))
        }
        await client.shutdown()
    }

    // Requests.

    func send(
        _ method: String, _ path: String, as customer: Customer? = nil, json: JSONValue? = nil, bytes: Data? = nil,
        _ headers: [String: String] = [:]
    ) async throws -> HTTPResponse {
        var request = HTTPRequest.patient(method, url + path)
        request.headers = headers.map { HTTPHeader(name: $0.key, value: $0.value) }
        if let customer {
            request.headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(customer.token)"))
        }
        if let json {
            request.headers.append(HTTPHeader(name: "Content-Type", value: "application/json"))
            request.body = .bytes(json.bytes)
        }
        if let bytes { request.body = .bytes([UInt8](bytes)) }
        return try await client.send(request)
    }

    func customer(_ name: String = "Ana") async throws -> Customer {
        let session = try JSONValue(
            parsing: try await send("POST", "/chat/api/session", json: ["name": .string(name), "widget": true]).body)
        let id = try #require(session["customer"]?.string)
        let token = try #require(session["token"]?.string)
        let known = Customer(id: id, token: token, conversation: "")
        let begun = try JSONValue(
            parsing: try await send("POST", "/chat/api/conversations", as: known, json: [:]).body)
        return Customer(id: id, token: token, conversation: try #require(begun["id"]?.string))
    }

    func announce(_ wish: JSONValue, as customer: Customer) async throws -> HTTPResponse {
        try await send("POST", "/chat/api/conversations/\(customer.conversation)/content", as: customer, json: wish)
    }

    /// Returns the server's view of a file that a customer has uploaded completely.
    func upload(
        _ bytes: Data, name: String = "bike.jpg", kind: String = "image/jpeg", as customer: Customer
    ) async throws -> JSONValue {
        let wish: JSONValue = ["mime_type": .string(kind), "size": .int(bytes.count), "name": .string(name)]
        let begun = try JSONValue(parsing: try await announce(wish, as: customer).body)
        let address = try #require(begun["upload_url"]?.string)
        let sent = try await send("PUT", address, as: customer, bytes: bytes)
        #expect(sent.status == 200)
        return try JSONValue(parsing: sent.body)
    }

    /// Sends a message, and waits until the bot has answered.
    func say(_ parts: JSONValue, id: String = UUID().uuidString, as customer: Customer) async throws -> HTTPResponse {
        let answer = try await send(
            "POST", "/chat/api/conversations/\(customer.conversation)/messages", as: customer,
            json: ["id": .string(id), "parts": parts])
        await chats.untilHeard()
        await conversations.untilQuiet()
        await conversations.untilSent()
        return answer
    }

    /// Returns the messages of a conversation, the oldest first.
    func messages(of customer: Customer) async throws -> [JSONValue] {
        let page = try await send("GET", "/chat/api/conversations/\(customer.conversation)/messages", as: customer)
        return try JSONValue(parsing: page.body)["messages"]?.array ?? []
    }

    static func text(_ words: String) -> JSONValue {
        [
            [
                "mime_type": "application/vnd.layer.text+json;role=root",
                "body": .string(JSONValue.object(["text": .string(words)]).text),
            ]
        ]
    }

    /// Returns the parts of a message with a picture that was uploaded before.
    static func picture(_ content: JSONValue) -> JSONValue {
        [
            [
                "id": "layer:///messages/m/parts/r", "mime_type": "application/vnd.layer.image+json;role=root",
                "body": "{}",
            ],
            [
                "mime_type": "image/jpeg;role=source;parent-node-id=r",
                "content": ["id": content["id"] ?? .null, "size": content["size"] ?? .null],
            ],
        ]
    }
}
