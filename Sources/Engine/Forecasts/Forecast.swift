/// The effects of new flows on one waiting customer.
public struct Forecast: Sendable, Hashable {
    /// From the worst to the best.
    public enum Outcome: String, Sendable, CaseIterable {
        /// One of their next moves cannot be processed.
        case stuck
        /// The conversation expires, because `expires` has become shorter.
        case forgotten
        /// Their step no longer exists: the flow starts again.
        case askedAgain = "asked_again"
        /// They keep their place, and one of their moves has another destination than today.
        case changed
        /// Their step has another name, as declared by `was`.
        case moved
        /// Nothing changes for them.
        case keeps
    }

    public var outcome: Outcome
    /// Their place, in terms of the current flows.
    public var place: Place
    /// Their place in the new flows; `nil` when the step no longer exists.
    public var newPlace: Place?
    public var bubble: Bubble
    /// Their next moves with the destinations, all of which were played.
    public var ways: [Route]
    /// Answers that count as empty in the new flows.
    public var forgets: [String]
    /// What the open question needs and the new flows no longer have, one sentence each.
    public var lacks: [String]
}

/// A step by its names, and what the customer is waiting for there.
public struct Place: Sendable, Hashable {
    public enum Waiting: String, Sendable {
        case answer, call, person, reminder
        /// The conversation is over.
        case nothing
    }

    public var flow: String
    public var step: String
    public var waiting: Waiting

    public init(flow: String, step: String, waiting: Waiting) {
        self.flow = flow
        self.step = step
        self.waiting = waiting
    }

    /// Both names, such as `booking/day`, or the end of a conversation.
    public var words: String { waiting == .nothing ? "the end" : "\(flow)/\(step)" }
}

/// The bubble that a customer sees.
public struct Bubble: Sendable, Hashable {
    /// The question; `nil` while there is none. Private values are replaced by their names.
    public var text: String?
    /// The offered answers, except private ones.
    public var offers: [String]

    public init(text: String?, offers: [String]) {
        self.text = text
        self.offers = offers
    }
}

/// A possible next move, and its destination.
public struct Route: Sendable, Hashable {
    public var move: Move
    /// With the current flows; `nil` when they are not known.
    public var today: Ending?
    public var then: Ending
    /// Whether the destination differs from today's.
    public var isOther: Bool
}

/// The destination of a move.
public enum Ending: Sendable, Hashable {
    case place(Place, RouteKind)
    /// The event is ignored, for this reason.
    case ignored(String)
    /// The event cannot be processed.
    case stuck(String)

    /// How the place is reached.
    public enum RouteKind: String, Sendable {
        case usual
        /// By the exit for failures.
        case failing
        /// The step no longer exists, so the flow starts again.
        case startingOver = "starting_over"
    }
}
