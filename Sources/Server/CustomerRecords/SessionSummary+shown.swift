import Channels
public import ConversationRuntime
import Expressions
import FlowEngine
public import JSON

extension SessionSummary {
    /// The session as JSON.
    public var shown: JSONValue {
        [
            "id": .int(Int(id.number)), "customer": .string(conversation.customer),
            "business": .string(conversation.business), "channel": .string(conversation.channel),
            "status": .string(status), "flow": .string(flow), "step": .string(step), "version": .string(version),
            "events": .int(events), "started_at": .string(startedAt.iso), "active_at": .string(activeAt.iso),
        ]
    }
}

extension StoredSession {
    /// The session as JSON, with private answers masked.
    public func shown(_ summary: SessionSummary) -> JSONValue {
        [
            "id": .int(Int(id.number)), "customer": .string(conversation.customer),
            "business": .string(conversation.business), "channel": .string(conversation.channel),
            "flow": .string(session.flow), "version": .string(summary.version), "step": .string(session.step),
            "status": .string(session.status.rawValue), "answers": .object(JSONObject(plainAnswers)),
            "waiting_until": session.wakesAt.map { .string($0.iso) } ?? .null, "events": .int(summary.events),
            "started_at": .string(summary.startedAt.iso), "active_at": .string(summary.activeAt.iso),
        ]
    }

    /// The answers in the form that actions receive, with `(private)` in place of private ones.
    public var plainAnswers: [(String, JSONValue)] { session.shownAnswers.plain }
}

extension Fields {
    /// The values in the form that actions receive.
    var plain: [(String, JSONValue)] {
        names.compactMap { name in self[name].map { (name, $0.external(in: .utc)) } }
    }
}

extension HistoryEntry {
    /// The entry as JSON.
    ///
    /// - Parameter isOpen: whether private data is included in plain text.
    package func shown(isOpen: Bool = false) -> JSONValue {
        [
            "turn": .int(turn), "version": .string(version), "event": isOpen ? event : shown?.event ?? event,
            "effects": isOpen ? effects : shown?.effects ?? effects,
        ]
    }
}

extension StoredDeadLetter {
    /// The dead letter as JSON, with private data masked.
    public var shown: JSONValue { shown(isOpen: false) }

    func shown(isOpen: Bool) -> JSONValue {
        [
            "id": .int(Int(id.number)), "kind": .string(letter.kind.rawValue),
            "customer": .string(letter.conversation.customer), "business": .string(letter.conversation.business),
            "channel": .string(letter.conversation.channel), "at": .string(letter.at.iso),
            "reason": .string(letter.reason),
            "content": isOpen ? letter.content : letter.shownContent ?? letter.content,
        ]
    }
}
