public import Channels
public import Expressions

/// What operators look at and change, also while a server runs on the same store.
///
/// Each change is whole or nothing, and leaves a notice by which the server forgets what it remembers of the session.
public protocol OperatorStore: SessionStore {
    /// Sessions, those first whose customers were active last.
    func sessions(_ filter: SessionFilter, skipping: Int, limit: Int) async throws -> [SessionSummary]

    /// The sessions of a customer, or the one with this number.
    func sessions(named id: String) async throws -> [SessionSummary]

    /// Removes everything of a customer, so that nothing of it can be found afterwards.
    func erase(customer: String) async throws -> Erasure

    /// Dead letters, the oldest first.
    func filedLetters(after letter: LetterID?, limit: Int) async throws -> [FiledLetter]

    func filedLetter(_ id: LetterID) async throws -> FiledLetter?

    /// Puts a message that was given up back into the outbox, behind whatever waits there, under its own id. Its letter is
    /// gone then.
    ///
    /// - Returns: `false` when there is no such letter any more, or no such session.
    func sendAgain(_ letter: LetterID, _ delivery: Delivery, turn: Int, at moment: Moment) async throws -> Bool

    /// Lets the server answer the event of a letter once more: at once, or when it starts.
    func answerAgain(_ letter: LetterID) async throws
}

/// Which sessions are listed.
public struct SessionFilter: Sendable, Hashable {
    /// As the session says it, such as `waiting`.
    public var status: String?
    public var flow: String?
    /// A part of the customer's id.
    public var customer: String?

    public init(status: String? = nil, flow: String? = nil, customer: String? = nil) {
        self.status = status
        self.flow = flow
        self.customer = customer
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

    public init(
        id: SessionID, conversation: ConversationKey, status: String, flow: String, step: String, version: String,
        events: Int, startedAt: Moment, activeAt: Moment
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
    }
}

/// What was removed of a customer.
public struct Erasure: Sendable, Hashable {
    public var sessions: Int
    public var letters: Int
    /// Conversations, perhaps forgotten by now, of which something was known beyond them.
    public var customers: Int
    /// Files that they had sent.
    public var files: Int
    /// Whether nothing is left in files beside the database either; `false` while others read them.
    public var isThorough: Bool

    public init(sessions: Int, letters: Int, customers: Int = 0, files: Int = 0, isThorough: Bool) {
        self.sessions = sessions
        self.customers = customers
        self.letters = letters
        self.files = files
        self.isThorough = isThorough
    }
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
