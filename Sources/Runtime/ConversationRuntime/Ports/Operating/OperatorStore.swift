public import Channels
public import Expressions
public import FlowEngine

/// What operators look at and change, also while a server runs on the same store.
///
/// Each change is whole or nothing, and leaves a notice by which the server forgets what it remembers of the session.
public protocol OperatorStore: SessionStore {
    /// Sessions, those first whose customers were active last.
    func sessions(_ filter: SessionFilter, skipping: Int, limit: Int) async throws -> [SessionSummary]

    /// Conversations that people have, those first that were handed over first, behind `place`.
    func handovers(after place: HandoverPlace?, limit: Int) async throws -> [SessionSummary]

    /// The sessions of a customer, or the one with this number.
    func sessions(named id: String) async throws -> [SessionSummary]

    /// The names under which something is kept of a customer: their own, and those of conversations that are theirs alone and
    /// have a session of their own.
    func names(of customer: String) async throws -> [String]

    /// The customer of whom something is kept under a name; the name itself when it is nobody else's.
    func customer(named name: String) async throws -> String

    /// What is known of a customer beyond sessions, letters and files.
    func traces(of customer: String) async throws -> CustomerTraces

    /// Removes everything of a customer, so that nothing of it can be found afterwards.
    func erase(customer: String) async throws -> Erasure

    /// Dead letters, the oldest first.
    func filedLetters(after letter: LetterID?, limit: Int) async throws -> [FiledLetter]

    func filedLetter(_ id: LetterID) async throws -> FiledLetter?

    /// The dead letters of a customer, the oldest first.
    func filedLetters(of customer: String) async throws -> [FiledLetter]

    /// Throws a dead letter away. Returns whether there was one.
    func drop(_ letter: LetterID) async throws -> Bool

    /// Puts a message that was given up back into the outbox, behind whatever waits there, under its own id. Its letter is
    /// gone then.
    ///
    /// - Returns: `false` when there is no such letter any more, or no such session.
    func sendAgain(_ letter: LetterID, _ delivery: Delivery, turn: Int, at moment: Moment) async throws -> Bool

    /// Lets the server make a call again that was given up, under its own id. Its letter is gone then.
    ///
    /// - Returns: `false` when there is no such letter any more, or no such session.
    func callAgain(_ letter: LetterID, _ call: StoredCall, at moment: Moment) async throws -> Bool

    /// Lets the server answer the event of a letter once more: at once, or when it starts. Asking again before it has done
    /// so changes nothing.
    ///
    /// - Returns: `false` when there is no such letter any more.
    func answerAgain(_ letter: LetterID) async throws -> Bool

    /// What happened at steps from `moment` on, session by session and each in the order in which it happened.
    ///
    /// - Parameter turn: the last one of the page before.
    func markedTurns(since moment: Moment, after turn: MarkedTurn?, limit: Int) async throws -> [MarkedTurn]
}

/// Without a web chat a customer has one name.
extension OperatorStore {
    public func names(of customer: String) async throws -> [String] { [customer] }

    public func customer(named name: String) async throws -> String { name }
}

/// What happened at steps in one turn.
public struct MarkedTurn: Sendable, Hashable {
    public var session: SessionID
    public var turn: Int
    public var at: Moment
    public var marks: [StepMark]

    public init(session: SessionID, turn: Int, at: Moment, marks: [StepMark]) {
        self.session = session
        self.turn = turn
        self.at = at
        self.marks = marks
    }
}

/// Which sessions are listed.
public struct SessionFilter: Sendable, Hashable {
    /// As the session says it, such as `waiting`.
    public var status: String?
    public var flow: String?
    public var step: String?
    /// A part of the customer's id.
    public var customer: String?
    /// Words in an answer that is not private, in any case.
    public var text: String?
    /// Only those whose last event came since.
    public var activeSince: Moment?
    /// Only those that are not over, and whose last event came before.
    public var waitingSince: Moment?
    /// Only those that come behind this one in the list.
    public var after: SessionPlace?

    public init(
        status: String? = nil, flow: String? = nil, step: String? = nil, customer: String? = nil, text: String? = nil,
        activeSince: Moment? = nil, waitingSince: Moment? = nil, after: SessionPlace? = nil
    ) {
        self.status = status
        self.flow = flow
        self.step = step
        self.customer = customer
        self.text = text
        self.activeSince = activeSince
        self.waitingSince = waitingSince
        self.after = after
    }
}

/// The place of a session in a list, those first whose customers were active last.
public struct SessionPlace: Sendable, Hashable, Comparable {
    public var activeAt: Moment
    public var id: SessionID

    public init(activeAt: Moment, id: SessionID) {
        self.activeAt = activeAt
        self.id = id
    }

    /// Whether it comes further up in the list.
    public static func < (left: SessionPlace, right: SessionPlace) -> Bool {
        (left.activeAt, left.id) > (right.activeAt, right.id)
    }
}

/// The place of a conversation among those that people have, the longest waiting first.
public struct HandoverPlace: Sendable, Hashable, Comparable {
    public var since: Moment
    public var id: SessionID

    public init(since: Moment, id: SessionID) {
        self.since = since
        self.id = id
    }

    public static func < (left: HandoverPlace, right: HandoverPlace) -> Bool {
        (left.since, left.id) < (right.since, right.id)
    }
}

/// A session in a line.
public struct SessionSummary: Sendable, Hashable {
    public var id: SessionID
    public var conversation: ConversationKey
    public var status: String
    public var flow: String
    public var step: String
    /// The version of the bot that answered last.
    public var version: String
    /// How many events have been answered.
    public var events: Int
    public var startedAt: Moment
    /// When the last event came.
    public var activeAt: Moment
    /// Since when people have it; `nil` when they do not.
    public var withPersonSince: Moment?

    public init(
        id: SessionID, conversation: ConversationKey, status: String, flow: String, step: String, version: String,
        events: Int, startedAt: Moment, activeAt: Moment, withPersonSince: Moment? = nil
    ) {
        self.id = id
        self.conversation = conversation
        self.status = status
        self.flow = flow
        self.step = step
        self.version = version
        self.events = events
        self.startedAt = startedAt
        self.activeAt = activeAt
        self.withPersonSince = withPersonSince
    }

    /// Its place among the conversations that people have; `nil` when it is none of them.
    public var handoverPlace: HandoverPlace? { withPersonSince.map { HandoverPlace(since: $0, id: id) } }

    public var place: SessionPlace { SessionPlace(activeAt: activeAt, id: id) }
}

/// A dead letter by its number in the store.
public struct LetterID: Sendable, Hashable, Comparable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    public static func < (left: LetterID, right: LetterID) -> Bool { left.number < right.number }
}

public struct FiledLetter: Sendable, Hashable {
    public var id: LetterID
    public var letter: DeadLetter

    public init(id: LetterID, letter: DeadLetter) {
        self.id = id
        self.letter = letter
    }
}
