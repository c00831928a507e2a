public import Channels
public import Expressions
public import FlowEngine
public import JSON

/// Keeps sessions and everything that has to survive a restart.
///
/// A turn is saved whole or not at all, and only when nobody has saved the session since it was loaded.
public protocol SessionStore: Sendable {
    /// The session of a conversation; `nil` when there has been none.
    ///
    /// - Throws: `UnreadableSession` when there is one that cannot be understood.
    func session(of conversation: ConversationKey) async throws -> StoredSession?

    func session(_ id: SessionID) async throws -> StoredSession?

    /// What is kept of a customer beyond their conversations; `nil` when they are not known.
    func customer(of conversation: ConversationKey) async throws -> KnownCustomer?

    /// What an event of a conversation begins with: both of the above in one look.
    ///
    /// - Throws: `UnreadableSession` when there is a session that cannot be understood.
    func standing(of conversation: ConversationKey) async throws -> Standing

    /// Where the bubble with this request identifier came from; `unknown` when it may be one that has been forgotten, `nil` when
    /// none was ever sent in the conversation.
    func origin(of question: String, in conversation: ConversationKey) async throws -> BubbleOrigin?

    /// Saves everything that follows from one event, or nothing of it.
    ///
    /// A turn that cannot be kept as it is becomes a dead letter: the event counts as handled, and what was saved before
    /// stays.
    ///
    /// - Returns: `conflict` when somebody else has saved the session since it was loaded (load it and answer again), and
    ///   `repeated` when its arrival has come before, or what it brings to an end is gone: the dead letter that it answers
    ///   again, the call that was answered, the message that was given up. Neither changes anything.
    /// - Throws: when nothing at all can be saved just now; the event may come again. Nothing has changed, as far as the store
    ///   knows: a disk that reports an error may have kept the turn all the same, and the event is then `repeated`.
    func commit(_ record: TurnRecord) async throws -> CommitResult

    /// Whether an arrival with this id of the channel's has been handled.
    func hasReceived(_ id: String, on channel: String) async throws -> Bool

    // Outbox.

    /// The messages that wait to be sent in a conversation, the oldest first, behind `delivery`.
    func deliveries(of session: SessionID, after delivery: DeliveryID?, limit: Int) async throws -> [StoredDelivery]

    /// The sessions in which messages wait, in the order of their ids, behind `session`.
    func sessionsWithDeliveries(after session: SessionID?, limit: Int) async throws -> [SessionID]

    /// These messages have been taken by their channel.
    func remove(_ deliveries: [DeliveryID]) async throws

    /// The message will be tried again.
    ///
    /// - Parameter since: when the first of its attempts failed.
    func postpone(_ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment) async throws

    /// How many messages wait to be sent.
    func waitingDeliveries() async throws -> Int

    // Calls.

    /// The calls whose answers are awaited, in the order of their ids, behind `call`.
    func calls(after call: String?, limit: Int) async throws -> [StoredCall]

    /// The calls of a conversation that ask for this action, in the order of their ids.
    func calls(of conversation: ConversationKey, action: String) async throws -> [StoredCall]

    // Timers.

    /// Sessions that are to be woken at `moment`, the longest due first; only those due later than `earlier` where that is given.
    func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) async throws -> [DueTimer]

    /// When the next session is to be woken.
    func nextTimer() async throws -> Moment?

    // Health.

    /// Reads and writes something that changes nothing. A store in memory only reads.
    ///
    /// - Throws: `StoreTrouble`, or anything else: why nothing can be kept just now.
    func probe() async throws

    /// Looks through everything that is kept, which may take long. Returns what is damaged; `nil` when nothing is.
    func damage() async throws -> String?

    // What others do beside the server.

    /// What operators have done since, the oldest first. A store that nobody else writes has none.
    func notices(limit: Int) async throws -> [Notice]

    /// These notices have been acted on.
    func forget(_ notices: [Notice]) async throws

    // Looking after it.

    func deadLetters(limit: Int) async throws -> [DeadLetter]

    /// The events of a session with their effects, from the first.
    func history(of session: SessionID) async throws -> [HistoryEntry]

    /// The last so many events of a session with their effects, the newest first.
    func lastHistory(of session: SessionID, limit: Int) async throws -> [HistoryEntry]

    /// Forgets arrivals older than `moment`. Returns how many.
    func forgetArrivals(before moment: Moment, limit: Int) async throws -> Int

    /// Forgets conversations in which nothing has happened since `moment`: the session, its history, its bubbles, and
    /// whatever still waits. What is known of the customer stays. Returns which they were.
    func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey]
}

extension SessionStore {
    /// Sessions that are to be woken at `moment`, the longest due first.
    public func dueTimers(at moment: Moment, limit: Int) async throws -> [DueTimer] {
        try await dueTimers(after: nil, at: moment, limit: limit)
    }
}

/// A session by its number in the store.
public struct SessionID: Sendable, Hashable, Comparable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    public static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}

/// A message in the outbox, by its number in the store; later ones have higher numbers.
public struct DeliveryID: Sendable, Hashable, Comparable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    public static func < (left: DeliveryID, right: DeliveryID) -> Bool { left.number < right.number }
}

/// A session as it was saved last.
public struct StoredSession: Sendable, Hashable {
    public var id: SessionID
    public var conversation: ConversationKey
    /// Counts the turns that were saved, from 1.
    public var revision: Int
    @Boxed public var session: Session

    public init(id: SessionID, conversation: ConversationKey, revision: Int, session: Session) {
        self.id = id
        self.conversation = conversation
        self.revision = revision
        self.session = session
    }
}

/// A message that waits to be sent.
public struct StoredDelivery: Sendable, Hashable {
    public var id: DeliveryID
    public var session: SessionID
    public var delivery: Delivery
    /// The turn it belongs to.
    public var turn: Int
    public var createdAt: Moment
    public var attempts: Int
    /// When the first of its attempts failed.
    public var failingSince: Moment?
    /// Not to be tried before.
    public var nextTry: Moment
    /// When the message that this is the first answer to was received, as long as that is remembered. Not stored.
    public var answers: Moment?

    public init(
        id: DeliveryID, session: SessionID, delivery: Delivery, turn: Int, createdAt: Moment, attempts: Int = 0,
        failingSince: Moment? = nil, nextTry: Moment
    ) {
        self.id = id
        self.session = session
        self.delivery = delivery
        self.turn = turn
        self.createdAt = createdAt
        self.attempts = attempts
        self.failingSince = failingSince
        self.nextTry = nextTry
    }
}

/// A call that is to be made, and whose answer is awaited.
public struct StoredCall: Sendable, Hashable {
    public var conversation: ConversationKey
    public var request: CallRequest
    /// The id of the arrival that it goes back to, so that logs can be followed; `nil` when there was none.
    public var cause: String?

    public init(conversation: ConversationKey, request: CallRequest, cause: String? = nil) {
        self.conversation = conversation
        self.request = request
        self.cause = cause
    }
}

/// A session that is to be woken because its customer is silent, a call takes long, or a reminder is due.
public struct DueTimer: Sendable, Hashable {
    public var session: SessionID
    public var conversation: ConversationKey
    public var kind: Wake.Kind
    /// The request identifier of the question that waits, the id of the call, or that of the reminder.
    public var question: String
    public var due: Moment

    public init(
        session: SessionID, conversation: ConversationKey, kind: Wake.Kind = .silence, question: String, due: Moment
    ) {
        self.session = session
        self.conversation = conversation
        self.kind = kind
        self.question = question
        self.due = due
    }
}

/// A timer of a session, of which there is one of each kind at most.
public struct TimerKey: Sendable, Hashable {
    public var session: SessionID
    public var kind: Wake.Kind

    public init(session: SessionID, kind: Wake.Kind) {
        self.session = session
        self.kind = kind
    }
}

extension DueTimer {
    public var key: TimerKey { TimerKey(session: session, kind: kind) }
}

/// A session lies in the store but cannot be read, such as one that a newer version has written.
public struct UnreadableSession: Error, Equatable, CustomStringConvertible {
    public let reason: String

    public init(_ reason: String) { self.reason = reason }

    public var description: String { "the session cannot be read: \(reason)" }
}

/// What could not be processed or delivered.
public struct DeadLetter: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable { case arrival, delivery, call, timer }

    public var kind: Kind
    public var conversation: ConversationKey
    public var at: Moment
    /// A sentence for operators.
    public var reason: String
    /// The event or the message itself.
    public var content: JSONValue
    /// That as anybody may see it, names in place of what is private; `nil` when nothing in it is.
    public var shownContent: JSONValue?

    public init(
        kind: Kind, conversation: ConversationKey, at: Moment, reason: String, content: JSONValue,
        shownContent: JSONValue? = nil
    ) {
        self.shownContent = shownContent
        self.kind = kind
        self.conversation = conversation
        self.at = at
        self.reason = reason
        self.content = content
    }
}

/// One answered event, as it is kept for replay.
public struct HistoryEntry: Sendable, Hashable {
    public var turn: Int
    /// The version of the bot that answered.
    public var version: String
    public var event: JSONValue
    public var effects: JSONValue
    /// Both as anybody may see them, names in place of what is private; `nil` when nothing in them is.
    public var shown: Shown?

    public struct Shown: Sendable, Hashable {
        public var event: JSONValue
        public var effects: JSONValue

        public init(event: JSONValue, effects: JSONValue) {
            self.event = event
            self.effects = effects
        }
    }

    public init(turn: Int, version: String, event: JSONValue, effects: JSONValue, shown: Shown? = nil) {
        self.shown = shown
        self.turn = turn
        self.version = version
        self.event = event
        self.effects = effects
    }
}
