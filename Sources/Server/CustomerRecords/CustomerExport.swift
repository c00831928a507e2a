import Channels
public import ConversationRuntime
public import Expressions
import FlowEngine
import FlowModel
import Foundation
public import JSON
import MessageModel

/// Exports all data stored about a customer, for the customer or for someone who asks on their behalf.
public struct CustomerExport: Sendable {
    private let stores: Stores
    private var store: any OperatorStore { stores.operators }
    /// Whether private values are included.
    private let isOpen: Bool
    private let folder: ExportFolder?
    /// The number of rows read at a time: messages, deliveries or payments.
    private let page: Int

    /// - Parameters:
    ///   - isOpen: whether private answers are opened, which takes a store that has the key.
    ///   - folder: gets the files themselves, but private ones only when they are opened; `nil` gets none.
    public init(from stores: Stores, isOpen: Bool, filesInto folder: ExportFolder? = nil) {
        self.init(from: stores, isOpen: isOpen, filesInto: folder, page: 500)
    }

    init(from stores: Stores, isOpen: Bool, filesInto folder: ExportFolder? = nil, page: Int) {
        self.page = page
        self.stores = stores
        self.isOpen = isOpen
        self.folder = folder
    }

    /// Returns the export, or `nil` when nothing is stored about the customer.
    public func json(of customer: String, at moment: Moment) async throws -> JSONValue? {
        let names = try await store.names(of: customer).reversed()
        var sessions: [SessionSummary] = []
        var traces = CustomerTraces(known: [])
        var letters: [StoredDeadLetter] = []
        var payments: [JSONValue] = []
        var results: [JSONValue] = []
        for name in names {
            sessions += try await store.sessions(named: name).filter { $0.conversation.customer == name }
            traces.add(try await store.traces(of: name))
            letters += try await store.filedLetters(of: name)
            payments += try await self.payments(of: name)
            results += try await self.results(of: name)
        }
        let parts: [(String, JSONValue)] = [
            ("sessions", .array(try await all(sessions) { try await json(of: $0) })),
            ("known", .array(traces.known.map(json(of:)))),
            ("files", .array(try await files(of: customer, at: moment))),
            ("payments", .array(payments)),
            ("results", .array(results)),
            ("web_chat", try await chat(of: customer)),
            ("sign_ins", .array(traces.signIns.map(json(of:)))),
            ("tokens", .array(traces.tokens.map(json(of:)))),
            ("dead_letters", .array(letters.map { $0.shown(isOpen: isOpen) })),
        ]
        guard parts.contains(where: { $0.1 != [] && $0.1 != .null }) else { return nil }
        return .object(
            JSONObject(
                [
                    ("customer", .string(customer)), ("exported_at", .string(moment.iso)),
                    ("private_answers", .string(isOpen ? "opened" : "left out")),
                ] + parts))
    }

    private func all<Item>(_ items: [Item], _ json: (Item) async throws -> JSONValue) async throws -> [JSONValue] {
        var values: [JSONValue] = []
        for item in items { values.append(try await json(item)) }
        return values
    }

    // Conversations.

    private func json(of summary: SessionSummary) async throws -> JSONValue {
        var object = summary.shown.object ?? [:]
        do {
            if let stored = try await stores.sessions.session(summary.id) { add(stored.session, to: &object) }
        } catch let error as UnreadableSession {
            object["unreadable"] = .string("\(error)")
        }
        let waiting = try await waiting(in: summary.id)
        object["waiting_messages"] = .array(
            waiting.map { (isOpen ? $0.delivery.message : $0.delivery.shown ?? $0.delivery.message).json })
        let history = try await stores.sessions.history(of: summary.id)
        object["transcript"] = .array(try transcript(history, summary).map { .string($0) })
        object["events"] = .array(history.map { $0.shown(isOpen: isOpen) })
        return .object(object)
    }

    private func waiting(in session: SessionID) async throws -> [StoredDelivery] {
        var found: [StoredDelivery] = []
        while true {
            let more = try await stores.sessions.deliveries(of: session, after: found.last?.id, limit: page)
            found += more
            if more.count < page { return found }
        }
    }

    private func add(_ session: Session, to object: inout JSONObject) {
        object["language"] = .string(session.language)
        object["device"] = session.device.json
        object["entry"] = ["intent": text(session.intent), "group": text(session.group)]
        object["answers"] = .object(JSONObject((isOpen ? session.answers : session.shownAnswers).plain))
        object["reminders"] = .int(session.reminders.all.count)
        if !session.bookings.isEmpty { object["bookings"] = .array(session.bookings.map(\.shown)) }
        object["waiting_until"] = text(session.wakesAt?.iso)
    }

    private func transcript(_ history: [HistoryEntry], _ summary: SessionSummary) throws -> [String] {
        let entries = history.map { entry in
            var entry = entry
            if isOpen { entry.shown = nil }
            return entry
        }
        return try HistoryTranscript(entries, named: "session \(summary.id.number)").lines
    }

    // Data that outlives conversations.

    private func json(of known: CustomerTraces.Known) -> JSONValue {
        var facts = known.customer.facts
        if !isOpen { for name in known.customer.privateFacts { facts[name] = .text("(private)") } }
        return [
            "business": .string(known.conversation.business), "channel": .string(known.conversation.channel),
            "facts": .object(JSONObject(facts.plain)), "device": known.customer.device.json,
            "language": .string(known.customer.language),
        ]
    }

    private func json(of signIn: CustomerTraces.SignIn) -> JSONValue {
        [
            "business": .string(signIn.conversation.business), "channel": .string(signIn.conversation.channel),
            "request_identifier": .string(signIn.question), "expires_at": .string(signIn.expiresAt.iso),
        ]
    }

    private func json(of token: CustomerTraces.Token) -> JSONValue {
        [
            "business": .string(token.conversation.business), "channel": .string(token.conversation.channel),
            "provider": .string(token.provider),
        ]
    }

    // Files.

    private func files(of customer: String, at moment: Moment) async throws -> [JSONValue] {
        let content = stores.content
        var files: [JSONValue] = []
        for (place, file) in try await content.contents(sentBy: customer).enumerated() {
            var object = json(of: file, at: moment)
            if let folder { try await put(file, number: place + 1, into: folder, from: content, &object) }
            files.append(.object(object))
        }
        return files
    }

    private func json(of file: StoredContent, at moment: Moment) -> JSONObject {
        let isThere = file.content.expiresAt > moment
        let id = file.content.id.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return [
            "id": .string(file.content.id), "name": .string(isOpen ? file.content.name : file.shownName),
            "kind": .string(file.content.kind), "size": .int(file.size), "sha256": .string(file.checksum),
            "stored_at": .string(file.content.storedAt.iso), "expires_at": .string(file.content.expiresAt.iso),
            "content": text(isThere ? id.map { "/admin/api/content/\($0)" } : nil),
        ]
    }

    /// Writes a file to the folder and records its name; a damaged file does not prevent the export of the others.
    private func put(
        _ file: StoredContent, number: Int, into folder: ExportFolder, from content: any ContentStore,
        _ object: inout JSONObject
    ) async throws {
        guard isOpen || !file.content.isPrivate else {
            object["file"] = .null
            return
        }
        do {
            let name = try await folder.add(file.content.name, number: number) { try await content.read(file, $0) }
            object["file"] = .string(name)
        } catch let error as ContentError {
            object["file"] = .null
            object["unreadable"] = .string("\(error)")
        }
    }

    private func results(of customer: String) async throws -> [JSONValue] {
        var filter = ResultFilter()
        filter.customer = customer
        var found: [StoredResult] = []
        while true {
            let more = try await stores.results.results(filter, after: found.last?.place, limit: page)
            found += more
            if more.count < page { return found.map { $0.json(isOpen: isOpen) } }
        }
    }

    private func payments(of customer: String) async throws -> [JSONValue] {
        let books = stores.payments
        var found: [Payment] = []
        while true {
            let more = try await books.payments(
                PaymentFilter(customer: customer), skipping: found.count, limit: page)
            found += more
            if more.count < page { break }
        }
        let own = found.filter { $0.conversation.customer == customer }
        return try await all(own) { $0.shown(with: try await books.trail(of: $0.id)) }
    }

    // The web chat.

    private func chat(of customer: String) async throws -> JSONValue {
        let chats = stores.chats
        guard let person = try await chats.chatCustomer(customer) else { return .null }
        let conversations = try await chats.chatConversations(everOf: customer)
        return [
            "name": text(person.name), "language": text(person.language), "subject": text(person.subject),
            "seen_at": .string(person.seenAt.iso),
            "conversations": .array(try await all(conversations) { try await json(of: $0, customer, chats) }),
        ]
    }

    /// Exports what the customer and the bot have written; messages of other members belong to them. Of a conversation
    /// that the customer has left, it exports only the customer's own messages: the bot continued with the others.
    private func json(
        of conversation: ChatConversation, _ customer: String, _ chats: any WebChatStore
    ) async throws -> JSONValue {
        var messages: [ChatMessage] = []
        var before: Int?
        while true {
            let more = try await chats.chatMessages(in: conversation.id, after: 0, before: before, limit: page)
            messages = more + messages
            guard more.count == page, let first = more.first else { break }
            before = first.sequence
        }
        let hasLeft = conversation.member(customer) == nil
        let own = messages.filter { $0.sender == customer || !hasLeft && $0.sender == ChatCustomer.bot }
        return [
            "id": .string(conversation.id), "created_at": .string(conversation.createdAt.iso),
            "participants": .int(conversation.participants.count),
            "messages": .array(own.map(json(of:))),
        ]
    }

    /// The store does not know whether a message contains private data, so either all messages are included or none.
    private func json(of message: ChatMessage) -> JSONValue {
        [
            "id": .string(message.id), "sender": .string(message.sender), "sent_at": .string(message.sentAt.iso),
            "parts": isOpen ? message.parts : .string("(private)"),
        ]
    }

    private func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension SlotBooking {
    /// The time that the customer has taken.
    fileprivate var shown: JSONValue {
        ["calendar": .string(calendar), "start": .string(start.iso), "end": .string(end.iso), "name": .string(name)]
    }
}
