public import Expressions

/// What happens when a customer stops answering.
public struct SilentExit: Sendable {
    public var after: TimeLength
    public var say: Phrase?
    /// How many times `say` is sent before `then`.
    public var repeats: Int
    public var then: Destination

    public init(after: TimeLength, say: Phrase?, repeats: Int, then: Destination) {
        self.after = after
        self.say = say
        self.repeats = repeats
        self.then = then
    }
}

/// What happens when a reply does not match.
public enum OtherExit: Sendable {
    /// Each of the first `tries` mismatches gets `say` and the question again; the next one goes to `then`.
    case retry(say: Phrase?, tries: Int, then: Destination)
    /// Accepts what was typed as the answer.
    case accept
}

/// An exit with an optional message: what happens when the customer cancels, or the device cannot show a question.
public struct PlainExit: Sendable {
    public var say: Phrase?
    public var then: Destination

    public init(say: Phrase?, then: Destination) {
        self.say = say
        self.then = then
    }
}

/// What happens when a message cannot be sent, or a call has failed.
public struct FailedExit: Sendable {
    public var say: Phrase?
    /// Where to retry from; `nil` gives up at once.
    public var retryFrom: Destination?
    /// The number of retries before `then`.
    public var tries: Int
    public var then: Destination

    public init(say: Phrase?, retryFrom: Destination? = nil, tries: Int = 1, then: Destination) {
        self.say = say
        self.retryFrom = retryFrom
        self.tries = tries
        self.then = then
    }
}

/// What happens when no agent answers a conversation that was handed over.
public struct UnansweredExit: Sendable {
    public var after: TimeLength
    public var say: Phrase?
    /// How many times `say` is sent, each after the same wait, before `then`.
    public var again: Int
    /// Where it goes then; `nil` leaves the conversation with the agents.
    public var then: Destination?

    public init(after: TimeLength, say: Phrase?, again: Int, then: Destination?) {
        self.after = after
        self.say = say
        self.again = again
        self.then = then
    }
}
