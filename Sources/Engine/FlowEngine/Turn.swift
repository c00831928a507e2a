public import Expressions
public import JSON
public import MessageModel

/// The result of one event: the new session, and the effects to perform.
public struct Turn: Sendable, Hashable {
    @Boxed public var session: Session
    /// In the order in which they are to be performed.
    public var effects: [Effect]
    /// The redacted effects, with names in place of private values; `nil` when no effect contains private data. There
    /// are as many as there are effects.
    public var shownEffects: [Effect]?
    /// The visited steps and branches; not stored, only returned for coverage reports.
    public var passages: [Passage]
    /// The marks of steps; stored with the history, for statistics.
    public var marks: [StepMark]
    /// The calendars of which the event does not say what others have taken, although the turn depends on it: the event
    /// has to be answered again with that. Not stored.
    public var wantedCalendars: Set<String> = []
    /// The steps whose reminders were not set, because as many wait for the customer as may. Not stored.
    public var remindersLeftOut: [NamedStep] = []
    /// The events from outside that waited for the end of the conversation, and were dropped. Not stored.
    public var droppedEvents: [DroppedEvent] = []
    /// The outcome of an event from outside; `nil` for other events. Not stored.
    public var reception: EventReception?

    public init(
        session: Session, effects: [Effect], shownEffects: [Effect]? = nil, passages: [Passage] = [],
        marks: [StepMark] = []
    ) {
        self.session = session
        self.effects = effects
        self.shownEffects = shownEffects
        self.passages = passages
        self.marks = marks
    }

    /// Whether pending messages are dropped.
    public var dropsPending: Bool {
        effects.contains { if case .dropPending = $0 { true } else { false } }
    }

    /// The calls of actions among the effects.
    public var calls: [CallRequest] {
        effects.compactMap { if case .call(let call) = $0 { call } else { nil } }
    }
}

/// The outcome of an event.
public enum Outcome: Sendable, Hashable {
    case turn(Turn)
    /// The event changes nothing; the reason is for logs.
    case ignored(String)
}

/// Something to be done outside the engine; described here, performed elsewhere.
public indirect enum Effect: Sendable, Hashable {
    case send(Outgoing)
    /// Call an action.
    case call(CallRequest)
    /// Download files that the customer has sent.
    case fetch(FileFetch)
    /// Hand the conversation over to agents.
    case handOver(queue: String, address: String?, note: String?)
    /// Drop pending messages.
    case dropPending
}

extension Effect {
    /// The message to send; `nil` for other effects.
    public var outgoing: Outgoing? {
        if case .send(let outgoing) = self { outgoing } else { nil }
    }
}

/// A call to perform.
public struct CallRequest: Sendable, Hashable {
    /// A UUID; the same on every attempt, and the idempotency key.
    public var id: String
    /// The name of the action.
    public var action: String
    public var inputs: Fields

    public init(id: String, action: String, inputs: Fields) {
        self.id = id
        self.action = action
        self.inputs = inputs
    }
}

/// A message to the customer.
public struct Outgoing: Sendable, Hashable {
    /// A UUID; the same on every attempt.
    public var id: String
    public var message: Message
    /// The question as asked, on the message that carries its bubble.
    public var question: AskedQuestion?

    public init(id: String, message: Message, question: AskedQuestion? = nil) {
        self.id = id
        self.message = message
        self.question = question
    }
}

extension Effect: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            switch self {
            case .send(let outgoing):
                json.set("send", outgoing.message)
                json.set("id", outgoing.id)
            case .call(let call): json.set(call: call.action, call.id, call.inputs)
            case .fetch(let fetch): json.set(call: FileFetch.storedName, fetch.id, fetch.inputs)
            case .handOver(let queue, let address, let note):
                json.set("hand_over", queue)
                json.set("address", address)
                json.set("note", note)
            case .dropPending: json.set("drop_pending", true)
            }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        if let message = json["send"] {
            self = .send(Outgoing(id: try json.string("id"), message: try Message(json: message)))
        } else if let action = json["call"]?.string {
            let (id, inputs) = (try json.string("id"), try Fields(json: try json.required("using")))
            self =
                action == FileFetch.storedName
                ? .fetch(FileFetch(id: id, inputs: inputs))
                : .call(CallRequest(id: id, action: action, inputs: inputs))
        } else if let queue = json["hand_over"]?.string {
            self = .handOver(queue: queue, address: json["address"]?.string, note: json["note"]?.string)
        } else if json["drop_pending"] != nil {
            self = .dropPending
        } else {
            throw JSONError("`\(json.text)` is not an effect")
        }
    }
}

extension JSONOutput {
    fileprivate mutating func set(call action: String, _ id: String, _ inputs: Fields) {
        set("call", action)
        set("id", id)
        set("using", inputs)
    }
}
