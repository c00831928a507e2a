import Channels
public import ConversationRuntime
import Diagnostics
public import Expressions
import FlowEngine
public import FlowModel
public import JSON
import MessageModel

/// The inbox of conversations that have been handed over to people.
public struct HandoverInbox: Sendable {
    /// A conversation in the inbox: its customer, its queue, since when it waits, and the customer's last message.
    public struct Entry: Sendable {
        public let session: SessionSummary
        public let queue: String
        public let address: String?
        /// The flow's note for staff.
        public let note: String?
        public let since: Moment
        /// The customer's last message.
        public let lastMessage: String?
        /// Whether a person has written since the hand-over and since the customer's last message.
        public let isAnswered: Bool
        /// The agent who has the conversation.
        public var assignee: String? { session.assignee }

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
            object["answered"] = .bool(isAnswered)
            object["assignee"] = assignee.map { .string($0) } ?? .null
            return .object(object)
        }
    }

    private let sessions: any SessionStore
    private let operators: any OperatorStore
    private let content: any ContentStore
    private let accounts: any AccountStore
    private static let most = 200

    public init(_ stores: Stores) {
        sessions = stores.sessions
        operators = stores.operators
        content = stores.content
        accounts = stores.accounts
    }

    /// One page of waiting conversations, and the position of the next page.
    public struct Page: Sendable {
        public let entries: [Entry]
        /// `nil` on the last page.
        public let next: HandoverCursor?
    }

    /// Returns the waiting conversations: first those that no agent has, and of both the longest waiting first.
    ///
    /// - Parameter cursor: the end of the previous page; `nil` for the first page.
    public func page(
        _ filter: HandoverFilter = HandoverFilter(), after cursor: HandoverCursor? = nil, limit: Int
    ) async throws -> Page {
        let waiting = try await operators.handovers(filter, after: cursor?.place, limit: limit)
        var entries: [Entry] = []
        for session in waiting {
            if let entry = try entry(of: session, try await sessions.history(of: session.id)) { entries.append(entry) }
        }
        let last = waiting.count == limit ? waiting.last?.handoverPlace : nil
        return Page(entries: entries, next: last.map(HandoverCursor.init))
    }

    /// Returns why conversations cannot be filtered by a queue; `nil` when the bot has it, or some are still in it.
    public func mistake(inFilter queue: String, of bot: Bot) async throws -> String? {
        guard let mistake = bot.mistake(inQueue: queue) else { return nil }
        let former = try await operators.handovers(HandoverFilter(queue: queue), after: nil, limit: 1)
        return former.isEmpty ? mistake : nil
    }

    /// Returns why conversations cannot be filtered by an agent, with the nearest account; `nil` when there is the account,
    /// some are still that agent's, or the name is none of an account.
    public func mistake(inAssignee agent: String, for caller: Caller? = nil) async throws -> String? {
        if agent == caller?.agent || Self.isNoAccount(agent) { return nil }
        if try await accounts.account(agent) != nil { return nil }
        let load = try await operators.deskLoad()
        if load.agents.contains(where: { $0.name == agent }) { return nil }
        let near = closest(to: agent, among: try await accounts.agents().map(\.name)).map { "; did you mean `\($0)`?" }
        return "there is no account `\(agent)`\(near ?? "")"
    }

    /// Whether an agent is called so who is no account: a token, or the command line.
    private static func isNoAccount(_ agent: String) -> Bool {
        agent == Caller.adminToken.agent || agent.hasPrefix("token ") || agent.hasPrefix("command line (")
    }

    /// Returns the session with this number if it is handed over.
    public func find(_ id: SessionID) async throws -> SessionSummary? {
        guard let session = try await session(id), session.isHandedOver else { return nil }
        return session
    }

    /// Returns the session with this number, whether or not it is handed over.
    func session(_ id: SessionID) async throws -> SessionSummary? {
        try await operators.sessions(named: "\(id.number)").first { $0.id == id }
    }

    /// Returns the state of a session.
    func stored(_ id: SessionID) async throws -> StoredSession? { try await sessions.session(id) }

    /// The longest id of a request, in bytes.
    public static let longestRequestID = 200

    /// Whether a request has an id under which one was handled before.
    public enum Repetition: Sendable {
        case none, same
        /// The id is that of another request.
        case another
    }

    /// Returns whether a request was handled in a session, whether or not the session is still handed over.
    public func repetition(of key: DeskRequestKey, in session: SessionID) async throws -> Repetition {
        guard let summary = try await self.session(session) else { return .none }
        return try await repetition(of: key, in: summary)
    }

    func repetition(of key: DeskRequestKey, in session: SessionSummary) async throws -> Repetition {
        guard let outcome = try await sessions.outcome(of: key.id, on: session.conversation.channel) else {
            return .none
        }
        return key.isTaken(by: outcome) ? .another : .same
    }

    /// What is said of a request whose id is that of another one.
    public static let takenID = "another request about this conversation has used this `id` within the last 7 days"

    /// Returns the entry as JSON, with the whole conversation as transcript lines and the files of the conversation.
    public func conversation(of session: SessionSummary) async throws -> JSONValue {
        let history = try await sessions.history(of: session.id)
        let lines = try HistoryTranscript(history, named: "session \(session.id.number)", showsNotes: true).lines
        var object = try entry(of: session, history)?.json.object ?? JSONObject()
        object["transcript"] = .array(lines.map { .string($0) })
        object["files"] = .array(try await files(of: session).map(\.shownJSON))
        return .object(object)
    }

    /// Returns the stored files of a conversation, the oldest first; at most 200.
    public func files(of session: SessionSummary) async throws -> [StoredContent] {
        try await content.contents(of: session.conversation, limit: Self.most)
    }

    /// Returns the latest hand-over of a history.
    private func entry(of session: SessionSummary, _ history: [HistoryEntry]) throws -> Entry? {
        for entry in history.reversed() {
            for effect in (entry.shown?.effects ?? entry.effects).array ?? [] {
                guard case .handOver(let queue, let address, let shown) = try Effect(json: effect) else { continue }
                var note = shown
                // What agents write to each other is for them.
                if case .agent(.transfer(let transfer)) = try Event(json: entry.event).kind { note = transfer.note }
                return Entry(
                    session: session, queue: queue, address: address, note: note,
                    since: try session.withPersonSince ?? Event(json: entry.event).at,
                    lastMessage: try lastMessage(in: history), isAnswered: try isAnswered(in: history))
            }
        }
        return nil
    }

    private func isAnswered(in history: [HistoryEntry]) throws -> Bool {
        for entry in history.reversed() {
            switch try Event(json: entry.event).kind {
            case .personSaid, .agent(.send): return true
            case .heard, .givenBack: return false
            default: continue
            }
        }
        return false
    }

    private func lastMessage(in history: [HistoryEntry]) throws -> String? {
        for entry in history.reversed() {
            let event = try Event(json: entry.shown?.event ?? entry.event)
            if case .heard(.text(let text), _) = event.kind { return text }
            if case .heard(.choice(let selection), _) = event.kind, let title = selection.title { return title }
        }
        return nil
    }
}

extension StoredContent {
    /// The file as JSON for staff; `GET /admin/api/content/{id}` returns the file itself.
    fileprivate var shownJSON: JSONValue {
        [
            "id": .string(content.id), "name": .string(shownName), "kind": .string(content.kind), "size": .int(size),
            "expires_at": .string(content.expiresAt.iso),
        ]
    }
}

/// The position after a page of the inbox, which clients send back to get the next page.
public struct HandoverCursor: Sendable, Hashable, LosslessStringConvertible {
    let place: HandoverPlace

    init(_ place: HandoverPlace) { self.place = place }

    public init?(_ text: String) {
        let isAssigned = text.hasPrefix(Self.assigned)
        let rest = isAssigned ? text.dropFirst(Self.assigned.count) : text[...]
        let parts = rest.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 2, let since = parts[0], let id = parts[1] else { return nil }
        place = HandoverPlace(
            isAssigned: isAssigned, since: Moment(milliseconds: Int(since)), id: SessionID(id))
    }

    private static let assigned = "assigned-"

    public var description: String {
        (place.isAssigned ? Self.assigned : "") + "\(place.since.milliseconds)-\(place.id.number)"
    }
}

extension SessionSummary {
    /// Whether people have the conversation.
    var isHandedOver: Bool { status == Session.Status.withPerson.rawValue }
}
