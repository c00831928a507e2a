public import Expressions
public import JSON
import MessageModel

/// The pending reminders of a customer, in the order in which they were set.
public struct WaitingReminders: Sendable, Hashable {
    public private(set) var all: [WaitingReminder]

    public init() { all = [] }

    init(_ all: [WaitingReminder]) { self.all = all }

    public var isEmpty: Bool { all.isEmpty }

    public subscript(id: String) -> WaitingReminder? { all.first { $0.id == id } }

    /// The one with the earliest time.
    public var earliest: WaitingReminder? { all.min { $0.at < $1.at } }

    /// The one to be processed next.
    var nextDue: WaitingReminder? { all.min { $0.dueAt < $1.dueAt } }

    mutating func add(_ reminder: WaitingReminder) { all.append(reminder) }

    mutating func remove(_ id: String) { all.removeAll { $0.id == id } }

    /// Lets a due reminder wait for the customer to finish.
    mutating func hold(_ id: String, until moment: Moment) {
        if let place = all.firstIndex(where: { $0.id == id }) { all[place].lapsesAt = moment }
    }

    /// Removes the first reminder that waits for the customer to finish.
    mutating func takeHeld() -> WaitingReminder? {
        guard let place = all.firstIndex(where: { $0.lapsesAt != nil }) else { return nil }
        return all.remove(at: place)
    }

    /// Removes all that wait for the customer to finish.
    mutating func forgetHeld() { all.removeAll { $0.lapsesAt != nil } }

    /// Removes those that a step has set for the same time or with the same answers, as long as the conversation is in
    /// its flow.
    mutating func forget(setBy step: String, of flow: String, for moment: Moment, with answers: Fields) {
        all.removeAll {
            $0.flow == flow && $0.step == step && $0.laterAnswers == nil && ($0.at == moment || $0.answers == answers)
        }
    }

    /// Removes those with a name, whichever flow has set them.
    mutating func forget(named name: String) { all.removeAll { $0.name == name } }

    /// Removes those that a flow, in which the conversation still is, has set after a turn.
    mutating func forget(setIn flow: String, after turn: Int) {
        all.removeAll { $0.laterAnswers == nil && $0.flow == flow && $0.turn > turn }
    }

    /// Stores the last answers of flows that are left, by flow.
    mutating func keep(_ answers: [String: Fields]) {
        for place in all.indices {
            guard let kept = answers[all[place].flow] else { continue }
            if all[place].laterAnswers == nil {
                all[place].laterAnswers = kept
            } else {
                all[place].newestAnswers = kept.filled(from: all[place].newestAnswers ?? Fields())
            }
        }
    }
}

/// A pending reminder.
public struct WaitingReminder: Sendable, Hashable {
    /// A UUID.
    public var id: String
    /// The step that set it, by name, so that it can be migrated after an edit.
    public var flow: String
    public var step: String
    /// The step that it led to when it was set; `nil` when its destination was not a step.
    public var target: NamedStep?
    public var at: Moment
    /// The values of the names of its flow when it was set.
    public var answers: Fields
    /// Their values when the flow was left; `nil` while the conversation is still in it.
    public var laterAnswers: Fields?
    /// What the flow has learnt in later visits, for its condition alone; `nil` when there was none.
    public var newestAnswers: Fields? = nil
    /// The name under which it is moved and removed.
    public var name: String? = nil
    /// The time until which it waits for the customer to finish; `nil` before it has become due.
    public var lapsesAt: Moment?
    /// The turn in which it was set.
    public var turn: Int

    /// When the reminder must be processed next.
    var dueAt: Moment { lapsesAt ?? at }
}

/// A step by the names of flow and step.
public struct NamedStep: Sendable, Hashable {
    public var flow: String
    public var step: String

    public init(flow: String, step: String) {
        self.flow = flow
        self.step = step
    }
}

/// When a session must be woken without a message, and with which event.
public struct Wake: Sendable, Hashable {
    /// A session has at most one of each.
    public enum Kind: String, Sendable, CaseIterable {
        /// For the open question, the call in progress or the people who have not answered, of which there is only one.
        case silence
        case reminder
    }

    /// What the session is woken for.
    public enum Purpose: Sendable, Hashable {
        /// The time limit for an answer to the question with this request identifier.
        case silence(question: String)
        /// The progress message of the call with this id.
        case slowness(call: String)
        /// The reminder with this id.
        case reminder(String)
        /// The handover with this id, which no agent has answered.
        case unanswered(String)
    }

    public var purpose: Purpose
    public var at: Moment
}

extension Wake.Purpose {
    public var kind: Wake.Kind {
        switch self {
        case .silence, .slowness, .unanswered: .silence
        case .reminder: .reminder
        }
    }

    /// The identifier of the question, the call or the reminder.
    public var id: String {
        switch self {
        case .silence(let id), .slowness(let id), .reminder(let id), .unanswered(let id): id
        }
    }

    /// The event to process then.
    public var event: Event.Kind {
        switch self {
        case .silence(let question): .silent(question: question)
        case .slowness(let call): .slow(call: call)
        case .reminder(let id): .reminded(id: id)
        case .unanswered(let id): .unanswered(handover: id)
        }
    }
}

extension Wake {
    public var kind: Kind { purpose.kind }
    public var event: Event.Kind { purpose.event }
}

extension Session {
    /// When the session must be woken without a message.
    public var wakesAt: Moment? { wake?.at }

    /// The next wake-up of the session.
    public var wake: Wake? { wakes.min { $0.at < $1.at } }

    /// All wake-ups of the session, at most one of each kind.
    public var wakes: [Wake] { [silenceWake, reminderWake].compactMap { $0 } }

    private var silenceWake: Wake? {
        switch status {
        case .waiting:
            open.flatMap { open in
                (open.gathered?.until ?? open.silentAt).map {
                    Wake(purpose: .silence(question: open.asked.id), at: $0)
                }
            }
        case .calling:
            call.flatMap { call in
                call.meanwhileAt.map { Wake(purpose: .slowness(call: call.id), at: $0) }
            }
        case .withPerson: handover.map { Wake(purpose: .unanswered($0.id), at: $0.dueAt) }
        case .ended, .closed: nil
        }
    }

    private var reminderWake: Wake? {
        reminders.nextDue.map {
            Wake(purpose: .reminder($0.id), at: $0.dueAt)
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
        object.set("newest", newestAnswers?.json)
        object.set("name", name.map { .string($0) })
        object.set("lapses_at", lapsesAt.map { .int($0.milliseconds) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), flow: try json.string("flow"), step: try json.string("step"),
            target: try json["go"].map { go throws(JSONError) in
                NamedStep(flow: try go.string("flow"), step: try go.string("step"))
            }, at: Moment(milliseconds: try json.int("at")), answers: try Fields(json: try json.required("answers")),
            laterAnswers: try json.optional("later"), newestAnswers: try json.optional("newest"),
            name: json["name"]?.string, lapsesAt: json["lapses_at"]?.int.map { Moment(milliseconds: $0) },
            turn: try json.int("turn"))
    }
}
