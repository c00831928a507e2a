import Expressions
import FlowEngine
import FlowModel

/// Something that holds in all conversations, as a line of a transcript states it.
struct Property {
    enum Form {
        /// Once the first event has happened, the second one follows, within so many messages of the customer.
        case follows(within: Int?)
        /// The second event never happens before the first one.
        case precedes
        /// The event never happens.
        case never
        /// Once the first event has happened, the second one never happens.
        case neverAfter
        /// The event happens once at most.
        case neverTwice
        /// From every question, a word leads to the event, within so many messages of the customer, the word among them.
        case word(String, within: Int)
    }

    let line: LineSyntax
    /// The flow of the transcript.
    let flow: String
    let form: Form
    /// The events that the form speaks of, in the order of its description.
    let events: [WatchedEvent]

    /// The line as it is written.
    var words: String { "\(line.verb.rawValue): \(line.text)" }
}

/// An event that a property watches for.
struct WatchedEvent {
    let event: PropertyEvent
    /// It counts only while this is so.
    var circumstance: Circumstance?
}

/// Something that happens in a conversation.
enum PropertyEvent: Hashable {
    /// The conversation comes to a step.
    case step(StepReference)
    /// The customer does this at a step, as it stands behind the verb of a line.
    case answer(StepReference, String)
    /// The customer does this at any step: the whole line.
    case act(String)
    /// The customer does not answer the question of a step, until time passes.
    case silence(StepReference)
    case call(String)
    /// People of the queue get the conversation; `nil` is any queue.
    case handOver(String?)
    /// The conversation comes to a step that hands it over, whether the people are there or not.
    case person
}

/// What must be so for an event to count.
enum Circumstance {
    /// The hours are closed.
    case closed(week: Int)
    /// All hours are closed.
    case allClosed
    /// A condition holds, in conversations that are in the flow; `nil` is any flow.
    case condition(Condition, flow: String?)

    func holds(in session: Session, at now: Moment, _ engine: Engine) -> Bool {
        let bot = engine.bot
        switch self {
        case .closed(let week): return !bot.weeks[week].isOpen(at: now, in: bot.zone)
        case .allClosed: return !bot.weeks.contains { $0.isOpen(at: now, in: bot.zone) }
        case .condition(let condition, let flow):
            guard flow == nil || session.flow == flow else { return false }
            return condition.isTrue(in: engine.scope(of: session, at: now))
        }
    }
}

/// How far a conversation has come with a property.
struct PropertyProgress: Hashable {
    /// 0 in the beginning; 1 and more behind the event that starts to count.
    var stage = 0

    /// Takes a move with its events, by their places among those of the property. Returns whether the property is broken.
    mutating func take(_ events: [Int], _ form: Property.Form, isByCustomer: Bool) -> Bool {
        let before = stage
        for event in events {
            switch form {
            case .follows:
                if event == 1 { stage = 0 } else if stage == 0 { stage = 1 }
            case .precedes:
                if event == 0 { stage = 1 } else if stage == 0 { return true }
            case .never: return true
            case .neverAfter:
                if event == 1, stage == 1 { return true }
                if event == 0 { stage = 1 }
            case .neverTwice:
                if stage == 1 { return true }
                stage = 1
            case .word: break
            }
        }
        guard case .follows(let within?) = form, before > 0, stage > 0, isByCustomer else { return false }
        stage = before + 1
        return stage > within
    }

    /// Whether the property is broken when the conversation ends or goes to people.
    func isBrokenAtEnd(_ form: Property.Form) -> Bool {
        if case .follows = form { stage > 0 } else { false }
    }
}
