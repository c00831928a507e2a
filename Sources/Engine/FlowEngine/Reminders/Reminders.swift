public import Expressions
public import JSON
import MessageModel

/// A reminder that waits for its time.
public struct WaitingReminder: Sendable, Hashable {
    /// A UUID.
    public var id: String
    /// The step that set it, by name, so that an edit can move it.
    public var flow: String
    public var step: String
    /// The step it led to when it was set; `nil` when that was no step.
    public var target: NamedStep?
    public var at: Moment
    /// What the names of its flow held when it was set.
    public var answers: Fields
    /// What they held when the flow was left; `nil` while the conversation is still in it.
    public var laterAnswers: Fields?
    /// Until when it waits for the end of what the customer is in the middle of; `nil` before it has come due.
    public var lapsesAt: Moment?
    /// The turn in which it was set.
    public var turn: Int

    /// When something is to be done about it.
    var dueAt: Moment { lapsesAt ?? at }
}

/// A step by its names.
public struct NamedStep: Sendable, Hashable {
    public var flow: String
    public var step: String
}

/// When a session is to be woken although nobody writes, and with what.
public struct Wake: Sendable, Hashable {
    /// A session has one of each at most.
    public enum Kind: String, Sendable, CaseIterable {
        /// The customer is silent, or a call takes long.
        case silence
        case reminder
    }

    public var kind: Kind
    /// The request identifier of the open question, the id of the call, or that of the reminder.
    public var id: String
    public var at: Moment
    /// What happens then.
    public var event: Event.Kind
}

extension Session {
    /// When the session has something to do although nobody writes.
    public var wakesAt: Moment? { wake?.at }

    /// What the session is to be woken for next.
    public var wake: Wake? { wakes.min { $0.at < $1.at } }

    /// All that the session is to be woken for, one of each kind at most.
    public var wakes: [Wake] { [silenceWake, reminderWake].compactMap { $0 } }

    private var silenceWake: Wake? {
        switch status {
        case .waiting:
            open.flatMap { open in
                (open.gathered?.until ?? open.silentAt).map {
                    Wake(kind: .silence, id: open.asked.id, at: $0, event: .silent(question: open.asked.id))
                }
            }
        case .calling:
            call.flatMap { call in
                call.meanwhileAt.map { Wake(kind: .silence, id: call.id, at: $0, event: .slow(call: call.id)) }
            }
        case .withPerson, .ended, .closed: nil
        }
    }

    private var reminderWake: Wake? {
        reminders.min { $0.dueAt < $1.dueAt }.map {
            Wake(kind: .reminder, id: $0.id, at: $0.dueAt, event: .reminded(id: $0.id))
        }
    }
}

extension WaitingReminder: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "flow": .string(flow), "step": .string(step), "at": .int(at.milliseconds),
            "turn": .int(turn), "answers": answers.json,
        ]
        if let target { object["go"] = ["flow": .string(target.flow), "step": .string(target.step)] }
        object.set("later", laterAnswers?.json)
        object.set("lapses_at", lapsesAt.map { .int($0.milliseconds) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), flow: try json.string("flow"), step: try json.string("step"),
            target: try json["go"].map { go throws(JSONError) in
                NamedStep(flow: try go.string("flow"), step: try go.string("step"))
            }, at: Moment(milliseconds: try json.int("at")), answers: try Fields(json: try json.required("answers")),
            laterAnswers: try json.optional("later"),
            lapsesAt: json["lapses_at"]?.int.map { Moment(milliseconds: $0) }, turn: try json.int("turn"))
    }
}
