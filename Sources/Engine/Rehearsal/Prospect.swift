/// What new flows would mean for one customer who waits.
public struct Prospect: Sendable, Hashable {
    /// From the worst to the best.
    public enum Fate: String, Sendable, CaseIterable {
        /// Something they may do next could not be answered.
        case stuck
        /// The conversation counts as over, because `expires` has become shorter.
        case forgotten
        /// Their step is gone: the flow begins again.
        case askedAgain = "asked_again"
        /// They keep their place, and something they may do leads elsewhere than today.
        case changed
        /// Their step has another name, which `was` tells.
        case moved
        /// Nothing changes for them.
        case keeps
    }

    public var fate: Fate
    /// Where they are, by the names of today.
    public var place: Place
    /// What that step is called in the new flows; `nil` when it is gone.
    public var newPlace: Place?
    public var bubble: Bubble
    /// What they may do next; everything was played.
    public var ways: [Way]
    /// Answers that count as empty in the new flows.
    public var forgets: [String]
    /// What the open question needs and the new flows no longer have, a sentence each.
    public var lacks: [String]
}

/// A step by its names, and what a customer waits for there.
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

    /// Both names, such as `booking/day`; how a conversation ends.
    public var words: String { waiting == .nothing ? "the end" : "\(flow)/\(step)" }
}

/// What a customer looks at.
public struct Bubble: Sendable, Hashable {
    /// The question; `nil` while nothing is asked. What is private stands there by its name.
    public var text: String?
    /// The answers it offers, as far as they are nobody's secret.
    public var offers: [String]

    public init(text: String?, offers: [String]) {
        self.text = text
        self.offers = offers
    }
}

/// Something that may happen next, and where it leads.
public struct Way: Sendable, Hashable {
    public var move: Move
    /// With the flows of today; `nil` when they are not known.
    public var today: Ending?
    public var then: Ending
    /// Whether it leads elsewhere than today.
    public var isOther: Bool
}

/// Where something leads.
public enum Ending: Sendable, Hashable {
    case place(Place, Manner)
    /// Nothing comes of it, for this reason.
    case ignored(String)
    /// It cannot be answered at all.
    case stuck(String)

    /// How the place is come to.
    public enum Manner: String, Sendable {
        case usual
        /// By the exit for failures.
        case failing
        /// The step is gone, so the flow begins again.
        case startingOver = "starting_over"
    }
}
