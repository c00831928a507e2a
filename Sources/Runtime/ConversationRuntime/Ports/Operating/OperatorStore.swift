public import Channels
public import Expressions
public import FlowEngine

/// The queries and changes of operators, usable while a server runs on the same store.
///
/// Each change is atomic, and leaves a notice that makes servers drop the session from their caches.
public protocol OperatorStore: Sendable {
    /// Sessions, most recently active first.
    func sessions(_ filter: SessionFilter, skipping: Int, limit: Int) async throws -> [SessionSummary]

    /// Conversations with people after `place`: first those that no agent has, each in the order in which they were handed
    /// over.
    func handovers(_ filter: HandoverFilter, after place: HandoverPlace?, limit: Int) async throws -> [SessionSummary]

    /// How many conversations wait in each queue, and how many each agent has.
    func deskLoad() async throws -> DeskLoad

    /// The sessions of a customer, or the session with this number.
    func sessions(named id: String) async throws -> [SessionSummary]

    /// The ids under which data of a customer is stored: the customer's own, and those of conversations that are the
    /// customer's alone and have their own session.
    func names(of customer: String) async throws -> [String]

    /// The customer whose data is stored under `name`; `name` itself when it belongs to no other customer.
    func customer(named name: String) async throws -> String

    /// What is known of a customer beyond sessions, dead letters and files.
    func traces(of customer: String) async throws -> CustomerTraces

    /// Deletes all data of a customer, so that none of it can be recovered. In the audit log the hash of the receipt
    /// replaces the customer.
    ///
    /// - Parameter entry: is added to the audit log if there was anything to delete.
    func erase(customer: String, recording entry: AuditEntry?) async throws -> Erasure

    /// Dead letters, oldest first.
    func filedLetters(after letter: DeadLetterID?, limit: Int) async throws -> [StoredDeadLetter]

    func filedLetter(_ id: DeadLetterID) async throws -> StoredDeadLetter?

    /// The dead letters of a customer, oldest first.
    func filedLetters(of customer: String) async throws -> [StoredDeadLetter]

    /// Deletes a dead letter. Returns whether it existed.
    ///
    /// - Parameter entry: is added to the audit log if it did; so with the following changes.
    func drop(_ letter: DeadLetterID, recording entry: AuditEntry?) async throws -> Bool

    /// Returns a given-up message to the outbox, behind the messages that wait there, under its own id, and deletes its
    /// letter.
    ///
    /// - Returns: `false` when the letter or the session no longer exists.
    func sendAgain(
        _ letter: DeadLetterID, _ delivery: Delivery, turn: Int, at moment: Moment, recording entry: AuditEntry?
    ) async throws -> Bool

    /// Lets the server repeat a given-up call under its own id, and deletes its letter.
    ///
    /// - Returns: `false` when the letter or the session no longer exists.
    func callAgain(
        _ letter: DeadLetterID, _ call: StoredCall, at moment: Moment, recording entry: AuditEntry?
    ) async throws -> Bool

    /// Lets a server answer the event of a letter again, at once or at its next start. The event is answered once, however
    /// often this is requested.
    ///
    /// - Returns: `false` when the letter no longer exists.
    func answerAgain(_ letter: DeadLetterID, at moment: Moment, recording entry: AuditEntry?) async throws -> Bool

    /// The step marks of turns from `moment` on, session by session and in order within each.
    ///
    /// - Parameter turn: the last turn of the previous page.
    func markedTurns(since moment: Moment, after turn: MarkedTurn?, limit: Int) async throws -> [MarkedTurn]
}

/// Changes that no operator makes, and which are not in the audit log.
extension OperatorStore {
    /// All conversations with people after `place`.
    public func handovers(after place: HandoverPlace?, limit: Int) async throws -> [SessionSummary] {
        try await handovers(HandoverFilter(), after: place, limit: limit)
    }

    public func erase(customer: String) async throws -> Erasure {
        try await erase(customer: customer, recording: nil)
    }

    public func drop(_ letter: DeadLetterID) async throws -> Bool { try await drop(letter, recording: nil) }

    public func sendAgain(
        _ letter: DeadLetterID, _ delivery: Delivery, turn: Int, at moment: Moment
    ) async throws -> Bool {
        try await sendAgain(letter, delivery, turn: turn, at: moment, recording: nil)
    }

    public func callAgain(_ letter: DeadLetterID, _ call: StoredCall, at moment: Moment) async throws -> Bool {
        try await callAgain(letter, call, at: moment, recording: nil)
    }

    public func answerAgain(_ letter: DeadLetterID, at moment: Moment) async throws -> Bool {
        try await answerAgain(letter, at: moment, recording: nil)
    }
}

/// The step marks of one turn.
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

/// A filter for lists of sessions.
public struct SessionFilter: Sendable, Hashable {
    /// The session's status, such as `waiting`.
    public var status: String?
    public var flow: String?
    public var step: String?
    /// A part of the customer's id.
    public var customer: String?
    /// Text in a non-private answer, case-insensitive.
    public var text: String?
    /// Only sessions whose last event came at or after this time.
    public var activeSince: Moment?
    /// Only sessions that are not over and whose last event came before this time.
    public var waitingSince: Moment?
    /// Only sessions that follow this place in the list.
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

/// The place of a session in a list, most recently active first.
public struct SessionPlace: Sendable, Hashable, Comparable {
    public var activeAt: Moment
    public var id: SessionID

    public init(activeAt: Moment, id: SessionID) {
        self.activeAt = activeAt
        self.id = id
    }

    /// Whether it comes earlier in the list.
    public static func < (left: SessionPlace, right: SessionPlace) -> Bool {
        (left.activeAt, left.id) > (right.activeAt, right.id)
    }
}

/// A session as one line of a list.
public struct SessionSummary: Sendable, Hashable {
    public var id: SessionID
    public var conversation: ConversationKey
    public var status: String
    public var flow: String
    public var step: String
    /// The version of the bot that answered last.
    public var version: String
    /// The number of answered events.
    public var events: Int
    public var startedAt: Moment
    /// When the last event came.
    public var activeAt: Moment
    /// Since when the conversation has been with a person; `nil` when it is not.
    public var withPersonSince: Moment?
    /// The queue in which it is, while it is with people.
    public var queue: String?
    /// The agent who has it.
    public var assignee: String?

    public init(
        id: SessionID, conversation: ConversationKey, status: String, flow: String, step: String, version: String,
        events: Int, startedAt: Moment, activeAt: Moment, withPersonSince: Moment? = nil, queue: String? = nil,
        assignee: String? = nil
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
        self.queue = queue
        self.assignee = assignee
    }

    /// Its place in the list of conversations with people; `nil` when it is not one.
    public var handoverPlace: HandoverPlace? {
        withPersonSince.map { HandoverPlace(isAssigned: assignee != nil, since: $0, id: id) }
    }

    public var place: SessionPlace { SessionPlace(activeAt: activeAt, id: id) }
}

/// The number of a dead letter in the store.
public struct DeadLetterID: Sendable, Hashable, Comparable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    public static func < (left: DeadLetterID, right: DeadLetterID) -> Bool { left.number < right.number }
}

public struct StoredDeadLetter: Sendable, Hashable {
    public var id: DeadLetterID
    public var letter: DeadLetter

    public init(id: DeadLetterID, letter: DeadLetter) {
        self.id = id
        self.letter = letter
    }
}
