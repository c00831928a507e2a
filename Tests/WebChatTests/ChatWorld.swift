import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import JSON
import Logging
import MessageModel
import MessageParts
import SQLStorage
import SQLiteStorage
import Synchronization
import TestSupport

@testable import WebChat

/// A web chat with its own database and a bot that only listens, on a clock that stands still until it is advanced.
final class ChatWorld: Sendable {
    static let now = Moment(seconds: 1_796_115_600)
    static let sessionKey = Data(repeating: 7, count: 32)
    static let siteSecret = Data("a secret of the site around the chat".utf8)

    let clock: TurnableClock
    let store: any WebChatStore
    let desk: Desk
    let keeper: ChatMessages
    let chats: WebChats
    let channel: WebChannel
    let folder: Folder

    /// - Parameter folder: the folder of an earlier world.
    init(
        folder: Folder? = nil, desk: Desk = Desk(), clock: TurnableClock = TurnableClock(standingAt: now),
        newChatsPerAddress: Int? = nil, greets: Bool = false
    ) throws {
        self.folder = try folder ?? Folder()
        self.desk = desk
        self.clock = clock
        store = try SQLiteDatabase(
            path: self.folder.path + "/usher.sqlite", isOwner: false, key: self.folder.key
        ).chats
        keeper = ChatMessages(store: store, hub: ChatHub())
        var settings = ChatSettings(sessionKey: Self.sessionKey, publicURL: "https://bot.example.com")
        settings.signInSecret = Self.siteSecret
        if let newChatsPerAddress { settings.newChatsPerAddress = newChatsPerAddress }
        let host = BotInfo(name: "Pedal Bikes", zone: .utc, languages: ["en", "de"], greets: greets)
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        chats = WebChats(settings: settings, keeper: keeper, host: host, desk: desk, clock: clock, logger: quiet)
        channel = WebChannel(
            keeper: keeper, host: host, signIns: nil, payments: nil, clock: clock)
    }

    /// Runs the background service while `work` runs.
    func running(_ work: () async throws -> Void) async throws {
        let service = Task { [chats] in await chats.intake.run() }
        defer { service.cancel() }
        try await work()
        service.cancel()
        await service.value
    }

    /// Returns a new person, in a conversation with the bot.
    func customer(_ name: String? = nil) async throws -> Person {
        let session = try await chats.beginSession(
            SessionRequest(name: name, language: "en"), shown: nil, from: "192.0.2.1")
        let begun = try await chats.beginConversation([:], by: session.caller)
        return Person(world: self, session: session, conversation: begun.conversation["id"]?.string ?? "")
    }

    /// Returns a new person, in the conversation of another.
    func guest(of host: Person, _ name: String? = nil, from address: String = "192.0.2.2") async throws -> Person {
        let session = try await chats.beginSession(
            SessionRequest(name: name, language: "en"), shown: nil, from: address)
        let invitation = try await chats.invite(to: host.conversation, by: host.session.caller)
        let begun = try await chats.beginConversation(
            ["invitation": invitation["invitation"] ?? .null], by: session.caller)
        return Person(world: self, session: session, conversation: begun.conversation["id"]?.string ?? "")
    }

    /// Sends a message of the bot to a conversation; returns the message's id.
    func say(_ message: Message, to person: Person) async throws -> String {
        let conversation = try await store.chatConversation(person.conversation)
        let id = UUID().uuidString.lowercased()
        try await channel.deliver(
            Delivery(
                id: id,
                conversation: conversation?.key ?? ConversationKey(channel: "web", customer: "", business: "web"),
                message: message))
        return id
    }

    /// The temporary folder of a test, and the key of its database.
    final class Folder: Sendable {
        let path: String
        let key = StorageKey.random()

        init() throws {
            path = FileManager.default.temporaryDirectory.appending(path: "usher-chat-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }
}

/// A bot that records what it receives.
final class Desk: WebChatConversations {
    private struct State {
        var heard: [Arrival] = []
        var failures = 0
    }

    struct Trouble: Error {}

    private let state = Mutex(State())

    /// The arrivals, each once, in order.
    var heard: [Arrival] { state.withLock(\.heard) }

    /// Lets the bot fail this many times before it accepts an arrival.
    func fail(_ times: Int) { state.withLock { $0.failures = times } }

    func receive(_ arrival: Arrival) async throws -> Receipt {
        try state.withLock { state in
            guard state.failures == 0 else {
                state.failures -= 1
                throw Trouble()
            }
            guard !state.heard.contains(where: { $0.id == arrival.id }) else { return .repeated }
            state.heard.append(arrival)
            return .accepted
        }
    }
}

/// A person in a conversation.
struct Person: Sendable {
    let world: ChatWorld
    let session: ChatSession
    let conversation: String

    var id: String { session.caller.id }

    static func text(_ text: String) -> JSONValue {
        [
            [
                "mime_type": "application/vnd.layer.text+json;role=root",
                "body": .string(JSONValue.object(["text": .string(text)]).text),
            ]
        ]
    }

    @discardableResult
    func says(_ text: String, id: String = UUID().uuidString) async throws -> JSONValue {
        try await world.chats.send(
            ["id": .string(id), "parts": Self.text(text)], to: conversation, by: session.caller
        ).message
    }

    /// Answers a message with one operation.
    @discardableResult
    func answers(
        _ message: String, _ value: JSONValue, name: String = "selection", node: String? = nil,
        id: String = UUID().uuidString,
        operation: String = UUID().uuidString, kind: String = "add"
    ) async throws -> JSONValue {
        var asked: JSONObject = [
            "id": .string(id),
            "operations": [
                [
                    "operation": .string(kind), "type": "FWW", "name": .string(name), "value": value,
                    "id": .string(operation),
                ]
            ],
        ]
        if let node { asked["node"] = .string(node) }
        return try await world.chats.respond(
            .object(asked), to: message, in: conversation, by: session.caller
        ).message
    }

    func messages() async throws -> [JSONValue] {
        try await world.chats.messages(in: conversation, before: nil, limit: 100, for: session.caller)["messages"]?
            .array ?? []
    }

    func message(_ id: String) async throws -> JSONValue {
        try await world.chats.message(id, in: conversation, for: session.caller)
    }

    /// Returns the choices in a message, from its parts.
    func state(of message: String) async throws -> JSONValue? {
        let parts = try await self.message(message)["parts"]?.array ?? []
        let part = parts.first { $0["mime_type"]?.string?.contains("role=response_summary") ?? false }
        return try part?["body"]?.string.map { try JSONValue(parsing: $0) }
    }
}

/// Returns why something was refused; `nil` when it was not.
func refusal(_ work: () async throws -> some Any) async -> ChatRefusal? {
    do {
        _ = try await work()
        return nil
    } catch {
        return error as? ChatRefusal
    }
}
