public import Diagnostics
public import Expressions
public import FlowEngine

/// What one line of a thread did.
public struct PlayTurn: Sendable {
    /// The line of the thread, from 1.
    public var line: Int
    /// What is done: the word before the colon, such as `tap`.
    public var verb: String
    /// The text after the colon.
    public var text: String
    /// What appeared on the phone, in order.
    public var events: [PlayEvent]
    /// The transitions from step to step.
    public var moves: [PlayMove]
    /// The calls that were made and answered, in order.
    public var calls: [PlayedCall]
    /// The names whose values have changed.
    public var changes: [PlayChange]
    /// Where the conversation stands behind the line.
    public var state: PlayState
    /// Where the bot did not do what a `bot:` or `expect:` line says, which does not stop the play.
    public var difference: PlayDifference?
}

/// Where a conversation stands.
public struct PlayState: Sendable, Hashable {
    /// A time at which something happens by itself.
    public struct Wake: Sendable, Hashable {
        /// What happens at a time by itself.
        public enum Kind: String, Sendable {
            /// The open question gets no answer.
            case silence
            /// A reminder is due.
            case reminder
            /// A call takes long.
            case slowness
            /// No agent has answered.
            case people
        }

        /// What happens.
        public var kind: Kind
        /// The simulated time at which it happens.
        public var at: Moment
    }

    /// `nil` before the conversation begins.
    public var status: Session.Status?
    /// `nil` when the conversation has not begun, or is over.
    public var step: PlayStep?
    /// The request identifier of the open question.
    public var question: String?
    /// The simulated time.
    public var now: Moment
    /// What happens without the customer, earliest first.
    public var wakes: [Wake]
    /// The language of the conversation.
    public var language: String?
}

/// A name whose value has changed. Private values have no words.
public struct PlayChange: Sendable, Hashable {
    /// The flow whose name it is; empty for what is known about the customer.
    public var flow: String
    /// The name; `customer.visits` for what is known about the customer.
    public var name: String
    /// The word for its type in the flow language.
    public var type: String
    /// Whether the flows keep the value private.
    public var isPrivate: Bool
    /// `nil` where there is none, and for private values.
    public var before: String?
    /// `nil` where there is none, and for private values.
    public var after: String?
    /// Whether it has a value now.
    public var isFilled: Bool
}

/// The value of a name at the end of a play. Private values have no words.
public struct PlayValue: Sendable, Hashable {
    /// The name; `customer.visits` for what is known about the customer.
    public var name: String
    /// The word for its type in the flow language.
    public var type: String
    /// Whether the flows keep the value private.
    public var isPrivate: Bool
    /// The value as a customer reads it; `nil` for private values.
    public var words: String?
    /// The line of the thread that has changed it last.
    public var line: Int?
}

/// A `bot:` or `expect:` line that is not so.
public struct PlayDifference: Sendable {
    /// What differs, with its place in the text of the thread.
    public var diagnostic: Diagnostic
    /// The expected and the actual result side by side.
    public var sides: TestSides?
}

/// Why a play does not reach the end of its thread.
public struct PlayStop: Sendable {
    /// Why a play stops.
    public enum Reason: String, Sendable {
        /// The line cannot be played as it is written.
        case line
        /// There were as many lines or events as there may be.
        case limit
        /// The result is no longer needed.
        case abandoned
    }

    /// A way to continue the play: another text of the line, or none to leave it out.
    public struct Cure: Sendable, Hashable {
        /// What it does, as a command.
        public var title: String
        /// The other text of the line; `nil` leaves the line out.
        public var line: String?
    }

    /// Why the play stops.
    public var reason: Reason
    /// The line of the thread, from 1, that was not played.
    public var line: Int
    /// The word before the colon of the line; empty for a line that cannot be read.
    public var verb: String
    /// The text after the colon; the whole line where it cannot be read.
    public var text: String
    /// What is wrong, with its place in the text of the thread; `nil` for other reasons.
    public var diagnostic: Diagnostic?
    /// The most likely first.
    public var cures: [Cure] = []
}

/// The bounds of a play.
public struct PlayLimits: Sendable {
    /// Lines of a thread.
    public var lines = 500
    /// Events of the engine, such as messages, answers of calls and times that pass.
    public var events = 5_000

    /// The bounds of the studio: far more than a conversation needs.
    public init() {}
}
