public import FlowEngine

/// The outcome of a kept conversation on other flows.
public struct Replay: Sendable {
    /// The turns of the conversation, by their places in the history of its session.
    public var turns: Range<Int>
    /// The flows that it came by, by their present names.
    public var flows: Set<String>
    /// Where it parts from what was; `nil` when it goes the same way.
    public var parting: Parting?
    public var was: ConversationEnd
    /// How it ends now; `nil` when that is not known, because what the customer did does not fit any more.
    public var now: ConversationEnd?

    /// What the other end means.
    public var change: EndChange { EndChange(from: was, to: now) }
}

/// The first turn that goes another way.
public struct Parting: Sendable, Hashable {
    /// The step at which it happens; `nil` for the beginning of the conversation.
    public var step: NamedStep?
    /// What the customer did, or what happened.
    public var did: String
    /// Where it led.
    public var was: String
    /// Where it leads now.
    public var now: String
    /// The action of which no answer was kept, because the conversation never called it.
    public var unanswered: String?
    /// The place of the turn in the history of its session.
    public var turn: Int
    /// Whether it happens after this turn, and not in it.
    public var isLater: Bool
    /// What happens now, without private values.
    public var effects: [Effect]
    /// The turns until then that are not printed as they were kept, by their places: the new flows call something private
    /// that the kept ones did not.
    public var redacted: [Int: RedactedTurn]
}

/// A turn without its private values.
public struct RedactedTurn: Sendable, Hashable {
    public var event: Event
    public var effects: [Effect]

    public init(event: Event, effects: [Effect]) {
        self.event = event
        self.effects = effects
    }
}

/// A session whose history cannot be played.
public enum ReplayError: Error, Hashable {
    /// Its first events are not kept any more.
    case beginningRemoved
    /// It was kept without the steps that it came by.
    case withoutSteps
}
