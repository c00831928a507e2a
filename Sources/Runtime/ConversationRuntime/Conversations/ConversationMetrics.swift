import FlowEngine
public import ServerMetrics

/// The metrics of conversations.
struct ConversationMetrics: Sendable {
    /// The kind of an event.
    enum Kind: String, MetricLabel {
        case heard
        /// The customer opened the page of the web chat.
        case opened
        /// A reaction to a message that we cannot identify; it changes nothing.
        case reaction
        case silent
        case undelivered
        /// A call has finished.
        case called
        /// A call is taking long.
        case slow
        /// The customer changed something on an open pay sheet.
        case sheetChanged = "sheet_changed"
        /// The person handling the conversation wrote to the customer.
        case personSaid = "person_said"
        /// An agent has sent something else, or has done something that customers do not see.
        case agent
        case givenBack = "given_back"
        /// A reminder came due.
        case reminded
        /// None of the people answered in time.
        case unanswered
        case closed
        /// An operator reset the conversation.
        case reset
        /// An operator moved the conversation to another step.
        case moved
        /// Something has happened outside that flows listen to.
        case outside
    }

    /// The outcome of an attempt to send a message.
    enum Attempt: String, MetricLabel {
        case sent
        /// It failed and will be retried.
        case retried
        /// It failed for the last time.
        case dead
        /// Our key was rejected; this does not count as an attempt for the message.
        case halted
    }

    let events: Counters<Kind>
    /// Events that were answered again because another process had changed the conversation meanwhile.
    let conflicts: Counter
    let attempts: Counters<Attempt>
    let deadLetters: Counters<DeadLetter.Kind>
    /// Seconds from a customer's message until the remote side accepts the first message that answers it. Apple wants
    /// at most five seconds (Messages for Business, user experience review).
    let firstAnswer: Histogram

    init(in registry: MetricsRegistry) {
        events = registry.counters("usher_events_total", "Processed events.", by: "kind")
        conflicts = registry.counter(
            "usher_conflicts_total",
            "Events that were answered again because another process had changed the conversation.")
        attempts = registry.counters(
            "usher_delivery_attempts_total",
            "Delivery attempts: sent, retried (failed, retried later), dead (failed for good), halted (Apple rejected our "
                + "token).", by: "outcome")
        deadLetters = registry.counters(
            "usher_dead_letters_total", "Dead letters: events and messages that could not be processed or delivered.",
            by: "kind")
        firstAnswer = registry.histogram(
            "usher_first_answer_seconds",
            "Time from a customer's message to the acceptance of the first reply to it.",
            bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60])
    }
}

extension DeadLetter.Kind: MetricLabel {}

extension Event.Kind {
    var measured: ConversationMetrics.Kind {
        switch self {
        case .heard: .heard
        case .opened: .opened
        case .silent: .silent
        case .undelivered: .undelivered
        case .called: .called
        case .slow: .slow
        case .sheetChanged: .sheetChanged
        case .personSaid: .personSaid
        case .agent: .agent
        case .givenBack: .givenBack
        case .reminded: .reminded
        case .unanswered: .unanswered
        case .closed: .closed
        case .reset: .reset
        case .moved: .moved
        case .outside: .outside
        }
    }
}
