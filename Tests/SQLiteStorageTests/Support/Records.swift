import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import JSON
import MessageModel

/// Monday, 2 March 2026, 10:00 in Berlin.
let tenOClock = Moment(seconds: 1_772_442_000)

extension ConversationKey {
    static let ana = ConversationKey(channel: "apple", customer: "ana", business: "shop")
    static let ben = ConversationKey(channel: "apple", customer: "ben", business: "shop")
}

/// The results of a turn that concern a store.
struct Doing {
    /// The texts to send.
    var says: [String] = []
    /// The request identifier of the question asked.
    var asks: String?
    /// When the customer's silence is due to be handled.
    var silentAt: Moment?
    var dropsPending = false
    /// The ids of the calls to make.
    var calls: [String] = []
    /// When the customer is informed that the first of the calls takes long.
    var meanwhileAt: Moment?
    /// When a reminder is due.
    var remindsAt: Moment?
}

/// Returns the record of one event with all its consequences.
///
/// - Parameter stored: the session as it was loaded.
func record(
    _ conversation: ConversationKey = .ana, _ doing: Doing = Doing(), replacing stored: StoredSession? = nil,
    arrival: String? = nil, at moment: Moment = tenOClock
) throws -> TurnRecord {
    let number = (stored?.session.turn ?? 0) + 1
    var record = TurnRecord(conversation: conversation, replaces: stored, version: "1", at: moment)
    record.arrival = arrival.map { ArrivalRecord(id: $0, outcome: "answered") }
    record.event = Event(
        .heard(.text("turn \(number)"), bubble: nil), at: moment,
        seed: Seed(high: UInt64(number), low: 7))
    record.turn = Turn(
        session: try session(conversation.customer, number, doing), effects: doing.effects(conversation, number))
    return record
}

/// Returns a record without a turn: the event changes nothing, but has to be remembered.
func remark(
    _ conversation: ConversationKey = .ana, replacing stored: StoredSession? = nil, arrival: String? = nil
) -> TurnRecord {
    var record = TurnRecord(conversation: conversation, replaces: stored, version: "1", at: tenOClock)
    record.arrival = arrival.map { ArrivalRecord(id: $0, outcome: "ignored") }
    return record
}

private func session(_ customer: String, _ turn: Int, _ doing: Doing) throws -> Session {
    let status = doing.asks == nil ? "ended" : "waiting"
    var json: JSONObject = [
        "status": .string(doing.meanwhileAt == nil ? status : "calling"), "flow": "main", "step": "first",
        "answers": Fields().json, "customer": .string(customer),
        "device": Device(channel: .apple, capabilities: .quick).json, "language": "en", "intent": "order",
        "group": "north", "turn": .int(turn),
    ]
    if let question = doing.asks {
        var open: JSONObject = [
            "asked": asked(question).json, "name": "answer", "version": "1", "turn": .int(turn),
        ]
        open.set("silent_at", doing.silentAt.map { .int($0.milliseconds) })
        json["open"] = .object(open)
    }
    if let moment = doing.meanwhileAt {
        json["call"] = ["id": .string(doing.calls.first ?? ""), "meanwhile_at": .int(moment.milliseconds)]
    }
    if let moment = doing.remindsAt {
        json["reminders"] = [
            [
                "id": "r", "flow": "main", "step": "first", "at": .int(moment.milliseconds), "turn": 1,
                "answers": Fields().json,
            ]
        ]
    }
    return try Session(json: .object(json))
}

private func asked(_ question: String) -> AskedQuestion {
    AskedQuestion(
        id: question, prompt: "Which?",
        bubble: MessageBubble(title: "Which?", note: "", image: nil, size: .icon, reply: ""), hasOwnTitle: false,
        kind: .text(AskedText(kind: "words", atLeast: 1, atMost: 10, matches: nil)))
}

extension Doing {
    fileprivate func effects(_ conversation: ConversationKey, _ turn: Int) -> [Effect] {
        var effects = dropsPending ? [Effect.dropPending] : []
        for (number, text) in says.enumerated() {
            effects.append(.send(Outgoing(id: "\(conversation.customer)-\(turn)-\(number)", message: .text(text))))
        }
        for id in calls {
            effects.append(.call(CallRequest(id: id, action: "book", inputs: Fields([("to", .text(id))]))))
        }
        if let question = asks {
            let items = ["Red", "Blue"].map { ButtonsMessage.Item(id: $0, title: $0) }
            effects.append(
                .send(
                    Outgoing(
                        id: "\(conversation.customer)-\(turn)-ask",
                        message: .buttons(ButtonsMessage(question: question, summary: "Which?", items: items)),
                        question: asked(question))))
        }
        return effects
    }
}

extension SessionStore {
    /// Whether the store knows that a bubble with this request identifier was sent in the conversation.
    func hasSent(question: String, in conversation: ConversationKey) async throws -> Bool {
        let origin = try await origin(of: question, in: conversation)
        return origin != nil && origin != .unknown
    }

    /// Commits a record, and requires that it is kept.
    @discardableResult func keep(_ record: TurnRecord) async throws -> Committed {
        let result = try await commit(record)
        guard case .committed(let committed) = result else { throw NotKept(result: result) }
        return committed
    }

    /// Marks all waiting deliveries of a conversation as sent.
    func send(in session: StoredSession) async throws {
        try await remove(upTo: try await deliveries(of: session.id, after: nil, limit: 99).map(\.id))
    }

    /// Commits a turn and returns the resulting session.
    func saved(_ record: TurnRecord) async throws -> StoredSession {
        guard let session = try await keep(record).session else { throw NotKept(result: nil) }
        return session
    }
}

struct NotKept: Error {
    let result: CommitResult?
}

extension StoredDelivery {
    var text: String? { if case .text(let text) = delivery.message { text } else { nil } }
}
