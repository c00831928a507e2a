import FlowEngine
public import Measurements

/// What is measured of conversations.
struct ConversationMeasurements: Sendable {
    /// What an event was.
    enum Kind: String, MeasuredWay {
        case heard
        /// A reaction to a message that we do not know again; it changes nothing.
        case reaction
        case silent
        case undelivered
        /// A call has come to its end.
        case called
        /// A call takes long.
        case slow
        /// Something was changed on an open pay sheet.
        case sheetChanged = "sheet_changed"
        /// A person to whom the conversation was given wrote to the customer.
        case personSaid = "person_said"
        case givenBack = "given_back"
        /// A reminder came due.
        case reminded
        case closed
        /// An operator has begun the conversation anew.
        case reset
        /// An operator had the conversation go on at another step.
        case moved
    }

    /// How an attempt to send a message ended.
    enum Attempt: String, MeasuredWay {
        case sent
        /// It failed, and there will be another.
        case retried
        /// It failed, and it was the last.
        case dead
        /// Our key was refused; it does not count as an attempt for the message.
        case halted
    }

    let events: Counters<Kind>
    let attempts: Counters<Attempt>
    let deadLetters: Counters<DeadLetter.Kind>
    /// Seconds from a customer's message to the other side's acceptance of the first message that answers it. Apple wants
    /// it within five seconds (Messages for Business, user experience review).
    let firstAnswer: Histogram

    init(in registry: MeasurementRegistry) {
        events = registry.counters("usher_events_total", "Events that were handled.", by: "kind")
        attempts = registry.counters(
            "usher_delivery_attempts_total",
            "Attempts to send a message: sent, retried (failed, tried again later), dead (failed for good), halted (our key "
                + "was refused).", by: "outcome")
        deadLetters = registry.counters(
            "usher_dead_letters_total", "What could not be processed or delivered.", by: "kind")
        firstAnswer = registry.histogram(
            "usher_first_answer_seconds",
            "From a customer's message to the acceptance of the first message that answers it.",
            bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60])
    }
}

extension DeadLetter.Kind: MeasuredWay {}

extension Event.Kind {
    var measured: ConversationMeasurements.Kind {
        switch self {
        case .heard: .heard
        case .silent: .silent
        case .undelivered: .undelivered
        case .called: .called
        case .slow: .slow
        case .sheetChanged: .sheetChanged
        case .personSaid: .personSaid
        case .givenBack: .givenBack
        case .reminded: .reminded
        case .closed: .closed
        case .reset: .reset
        case .moved: .moved
        }
    }
}
