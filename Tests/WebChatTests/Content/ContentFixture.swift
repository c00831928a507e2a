import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageParts
import SQLStorage
import SQLiteStorage
import Synchronization
import TestSupport
import WebChat

let tenOClock = Moment(seconds: 1_772_442_000)

/// Content of a conversation `c1` with the members Ana and Ben.
final class ContentFixture: Sendable {
    let database: SQLiteDatabase
    var store: any UploadStore { database.content }
    let content: ChatContent
    let clock = TurnableClock(standingAt: tenOClock)
    private let places: Places
    let project: Project
    private let said = Said()

    /// The events sent to all members, in order.
    var told: [JSONValue] { said.events.withLock { $0 } }

    private final class Places: ContentPlaces {
        let members = Mutex(["c1": ["ana", "ben"], "c2": ["ana"]])

        func place(of customer: String, in conversation: String) async throws -> ConversationKey? {
            guard try await isMember(customer, of: conversation) else { return nil }
            return ConversationKey(channel: "web", customer: customer, business: "web")
        }

        let messages = Mutex<[ChatMessage]>([])

        func message(at address: MessageAddress, for customer: String) async throws -> ChatMessage? {
            guard try await isMember(customer, of: address.conversation) else { return nil }
            return messages.withLock { messages in
                messages.first { $0.conversation == address.conversation && $0.id == address.message }
            }
        }

        func place(ofBotIn conversation: String) async throws -> ConversationKey? {
            ConversationKey(channel: "web", customer: "ana", business: "web")
        }

        func isMember(_ customer: String, of conversation: String) async throws -> Bool {
            members.withLock { $0[conversation]?.contains(customer) ?? false }
        }
    }

    private final class Said: Sendable {
        let events = Mutex<[JSONValue]>([])
    }

    private init(_ path: String, _ rules: ContentRules) throws {
        database = try SQLiteDatabase(path: path, key: StorageKey(Data(repeating: 7, count: 32)))
        places = Places()
        project = Project(folder: URL(filePath: path).deletingLastPathComponent().path)
        let said = said
        content = ChatContent(
            store: database.content, places: places, rules: rules,
            links: ContentLinks(secret: Data(repeating: 1, count: 32)),
            project: project, clock: clock, tell: { _, event in said.events.withLock { $0.append(event) } })
    }

    /// The files of a project, which are beside the database.
    struct Project: FlowFiles {
        let folder: String

        func file(named name: String) -> FlowFile? {
            let path = "\(folder)/\(name)"
            let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
            return size.map { FlowFile(path: path, kind: "application/pdf", size: $0) }
        }

        func write(_ bytes: Data, as name: String) throws {
            try bytes.write(to: URL(filePath: "\(folder)/\(name)"))
        }
    }

    /// Stores a message in a conversation.
    func keep(_ message: ChatMessage) async throws {
        places.messages.withLock { $0.append(message) }
        try await database.chats.keep(ChatCustomer(id: "ana", seenAt: tenOClock))
        _ = try await database.chats.begin(
            NewChatConversation(
                id: message.conversation, key: ConversationKey(channel: "web", customer: "ana", business: "web"),
                participants: ["ana", ChatCustomer.bot], isDistinct: true, metadata: [:], at: tenOClock))
    }

    func leave(_ customer: String) { places.members.withLock { $0["c1"]?.removeAll { $0 == customer } } }

    static func run(
        _ rules: ContentRules = ContentRules(), _ body: (ContentFixture) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "usher-content-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(ContentFixture(folder + "/usher.sqlite", rules))
    }

    static func bytes(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }) }

    /// Returns a file that Ana has uploaded completely.
    func sent(_ bytes: Data, kind: String = "application/pdf", name: String = "bill.pdf") async throws -> ContentView {
        let wish: JSONValue = ["mime_type": .string(kind), "size": .int(bytes.count), "name": .string(name)]
        let view = try await content.announce(wish, by: "ana", in: "c1")
        guard case .whole(let whole) = try await content.receive(Pieces([bytes]), nil, of: view.id, by: "ana") else {
            throw NotWhole()
        }
        return whole
    }

    struct NotWhole: Error {}
}

/// Bytes as they arrive.
struct Pieces: AsyncSequence, Sendable {
    let pieces: [Data]
    var breaks = false

    init(_ pieces: [Data], breaks: Bool = false) {
        self.pieces = pieces
        self.breaks = breaks
    }

    struct BrokenLine: Error, Equatable {}

    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<Data>
        let breaks: Bool

        mutating func next() async throws -> Data? {
            if rest.isEmpty, breaks { throw BrokenLine() }
            return rest.popFirst()
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: pieces[...], breaks: breaks) }
}

extension ChatMessage {
    /// Returns a message with these parts.
    static func of(_ parts: [MessagePart], in conversation: String, by sender: String = "ana") -> ChatMessage {
        ChatMessage(
            conversation: conversation, sequence: 1, id: "m", sender: sender, sentAt: tenOClock,
            parts: JSONParts(parts).json, firstRevision: 1, revision: 1)
    }
}
