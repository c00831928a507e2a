import Channels
public import ConversationRuntime
public import Expressions
import FlowEngine
public import JSON
import MessageModel

/// The conversations that have been given to people, as people look at them.
public struct HandoverInbox: Sendable {
    /// One of them: who waits where, since when, and what was said last.
    public struct Entry: Sendable {
        public let session: SessionSummary
        public let queue: String
        public let address: String?
        /// What the flow tells people.
        public let note: String?
        public let since: Moment
        /// What the customer wrote last.
        public let lastMessage: String?

        public var json: JSONValue {
            var object: JSONObject = [
                "id": .int(Int(session.id.number)), "customer": .string(session.conversation.customer),
                "business": .string(session.conversation.business), "channel": .string(session.conversation.channel),
                "queue": .string(queue),
            ]
            object.set("address", address.map { .string($0) })
            object.set("note", note.map { .string($0) })
            object["since"] = .string(since.iso)
            object.set("last_message", lastMessage.map { .string($0) })
            return .object(object)
        }
    }

    let store: any OperatorStore
    private let content: any ContentStore
    private static let most = 200

    public init(_ stores: Stores) {
        store = stores.operators
        content = stores.content
    }

    /// Some of those that wait, and where the next page begins.
    public struct Page: Sendable {
        public let entries: [Entry]
        /// `nil` when nothing comes behind.
        public let next: HandoverCursor?
    }

    /// Those that wait, the longest waiting first.
    ///
    /// - Parameter cursor: where the page before ended; `nil` for the first page.
    public func page(after cursor: HandoverCursor? = nil, limit: Int) async throws -> Page {
        let sessions = try await store.handovers(after: cursor?.place, limit: limit)
        var entries: [Entry] = []
        for session in sessions {
            if let entry = try entry(of: session, try await store.history(of: session.id)) { entries.append(entry) }
        }
        let last = sessions.count == limit ? sessions.last?.handoverPlace : nil
        return Page(entries: entries, next: last.map(HandoverCursor.init))
    }

    /// The session of this number, when it is with people.
    public func find(_ id: SessionID) async throws -> SessionSummary? {
        try await store.sessions(named: "\(id.number)").first {
            $0.id == id && $0.status == Session.Status.withPerson.rawValue
        }
    }

    /// Whether a request of people with this id has been handled in a session, whoever has it now.
    func hasReceived(_ id: String, in session: SessionID) async throws -> Bool {
        let summary = try await store.sessions(named: "\(session.number)").first { $0.id == session }
        guard let summary else { return false }
        return try await store.hasReceived(id, on: summary.conversation.channel)
    }

    /// The entry with its whole conversation, line by line as a transcript, and the files that came with it.
    public func conversation(of session: SessionSummary) async throws -> JSONValue {
        let history = try await store.history(of: session.id)
        let lines = try HistoryTranscript(history, named: "session \(session.id.number)").lines
        var object = try entry(of: session, history)?.json.object ?? JSONObject()
        object["transcript"] = .array(lines.map { .string($0) })
        object["files"] = .array(try await files(of: session).map(\.shownJSON))
        return .object(object)
    }

    /// The files of a conversation that are kept, the oldest first; at most 200.
    public func files(of session: SessionSummary) async throws -> [StoredContent] {
        try await content.contents(of: session.conversation, limit: Self.most)
    }

    /// The last hand-over of a history.
    private func entry(of session: SessionSummary, _ history: [HistoryEntry]) throws -> Entry? {
        for entry in history.reversed() {
            for effect in (entry.shown?.effects ?? entry.effects).array ?? [] {
                guard case .handOver(let queue, let address, let note) = try Effect(json: effect) else { continue }
                return Entry(
                    session: session, queue: queue, address: address, note: note,
                    since: try Event(json: entry.event).at,
                    lastMessage: try lastMessage(in: history))
            }
        }
        return nil
    }

    private func lastMessage(in history: [HistoryEntry]) throws -> String? {
        for entry in history.reversed() {
            let event = try Event(json: entry.shown?.event ?? entry.event)
            if case .heard(.text(let text), _) = event.kind { return text }
        }
        return nil
    }
}

extension StoredContent {
    /// What people are told of a file; `GET /admin/api/content/{id}` gives it.
    fileprivate var shownJSON: JSONValue {
        [
            "id": .string(content.id), "name": .string(shownName), "kind": .string(content.kind), "size": .int(size),
            "expires_at": .string(content.expiresAt.iso),
        ]
    }
}
