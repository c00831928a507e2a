public import Channels
public import Expressions
public import FlowEngine
public import JSON
public import Traces

/// Stores sessions and everything else that must survive a restart.
///
/// A turn is saved whole or not at all, and only if the session has not been saved since it was loaded.
public protocol SessionStore: Sendable {
    /// The session of a conversation; `nil` when there has been none.
    ///
    /// - Throws: `UnreadableSession` when there is one that cannot be decoded.
    func session(of conversation: ConversationKey) async throws -> StoredSession?

    func session(_ id: SessionID) async throws -> StoredSession?

    /// The customer data that outlives conversations; `nil` when the customer is unknown.
    func customer(of conversation: ConversationKey) async throws -> KnownCustomer?

    /// The starting state for an event of a conversation: both of the above in one read.
    ///
    /// - Throws: `UnreadableSession` when there is a session that cannot be decoded.
    func standing(of conversation: ConversationKey) async throws -> LoadedConversation

    /// The origin of the bubble with this request identifier; `unknown` when it may be one that has been deleted, `nil`
    /// when none was ever sent in the conversation.
    func origin(of question: String, in conversation: ConversationKey) async throws -> BubbleOrigin?

    /// What other conversations have to do with an event of this one: how many wait before it in each queue of people, and
    /// how long the latest twenty customers of the queue have waited for their first answer; and the times that others have
    /// taken in these calendars, as far as they have not passed at `moment`.
    func shared(
        with conversation: ConversationKey, calendars: Set<String>, at moment: Moment
    ) async throws -> SharedState

    /// Saves all effects of one event, or none.
    ///
    /// A turn that cannot be saved as it is becomes a dead letter: the event counts as handled, and what was saved
    /// before remains.
    ///
    /// A slot that the session has taken is taken here as well, in the same transaction.
    ///
    /// - Returns: `conflict` when another process has saved the session since it was loaded, or another customer has taken a
    ///   slot (load it and answer again),
    ///   and `repeated` when its arrival is a duplicate, or what it completes no longer exists: the dead letter that it
    ///   answers again, the call that was answered, the message that was given up. Neither changes anything.
    /// - Throws: when nothing can be saved at present; the event may be repeated. As far as the store knows, nothing has
    ///   changed: a disk that reports an error may still have saved the turn, and the event is then `repeated`.
    func commit(_ record: TurnRecord) async throws -> CommitResult

    /// Whether an arrival with this channel message id has been handled.
    func hasReceived(_ id: String, on channel: String) async throws -> Bool

    /// The recorded outcome of an arrival; `nil` when none with this id has been handled.
    func outcome(of arrival: String, on channel: String) async throws -> String?

    // Outbox.

    /// The messages that wait to be sent in a conversation, oldest first, after `delivery`.
    func deliveries(of session: SessionID, after delivery: DeliveryID?, limit: Int) async throws -> [StoredDelivery]

    /// The sessions with waiting messages after `session`, ordered by id.
    func sessionsWithDeliveries(after session: SessionID?, limit: Int) async throws -> [SessionID]

    /// Removes messages that their channel has accepted, each with all that wait before it in its conversation: messages
    /// are sent in order.
    func remove(upTo deliveries: [DeliveryID]) async throws

    /// Schedules another attempt to send a message.
    ///
    /// - Parameter since: when the first of its attempts failed.
    func postpone(_ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment) async throws

    /// The number of messages that wait to be sent.
    func waitingDeliveries() async throws -> Int

    // Lanes, where several servers send.

    /// Takes the sending of conversations with waiting messages whose time has come and that no other server holds.
    func claimLanes(limit: Int, at moment: Moment, for claim: Claim) async throws -> [HeldLane]

    /// Renews lanes. Returns those that are still held.
    func renew(_ lanes: [HeldLane], at moment: Moment, for claim: Claim) async throws -> Set<HeldLane>

    /// Removes messages that their channel has accepted, each with all that wait before it, and renews the lanes. Marks of
    /// a former holder change nothing.
    ///
    /// - Returns: the counters of the lanes that are still held.
    func mark(_ marks: [LaneMark], at moment: Moment, for claim: Claim) async throws -> [SessionID: LaneCounters]

    /// The messages that wait in a lane, oldest first, after `delivery`; `nil` when `owner` does not hold it any more.
    func deliveries(
        in lane: HeldLane, of owner: String, after delivery: DeliveryID?, limit: Int
    ) async throws -> [StoredDelivery]?

    /// Gives a lane back, at once or until the next try of its first message. Changes nothing for a former holder.
    ///
    /// - Parameter sent: the message up to which everything has been sent.
    func letGo(
        _ lane: HeldLane, of owner: String, sent: DeliveryID?, retry: LaneRetry?, at moment: Moment
    ) async throws

    /// Gives all lanes of a server back.
    func letGoLanes(of owner: String, at moment: Moment) async throws

    // Calls.

    /// The calls with a pending answer after `call`, ordered by id.
    func calls(after call: String?, limit: Int) async throws -> [StoredCall]

    /// Claims the calls after `call` that no other server has claimed at `moment`, ordered by id. Those that are the
    /// server's already are claimed again.
    func claimCalls(after call: String?, at moment: Moment, limit: Int, for claim: Claim) async throws -> [StoredCall]

    /// Claims one call. Returns `false` when another server has claimed it, or its answer is known.
    func claim(call: String, at moment: Moment, for claim: Claim) async throws -> Bool

    /// The calls of a conversation that notify the agent desk, ordered by id.
    func deskNotices(of conversation: ConversationKey) async throws -> [StoredCall]

    // Timers.

    /// Sessions that are due at `moment`, longest overdue first; with `earlier`, only those due later than that.
    func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) async throws -> [DueTimer]

    /// Claims sessions that are due at `moment` and that no other server has claimed, longest overdue first; with
    /// `earlier`, only those due later than that. Those that are the server's already are claimed again.
    func claimTimers(
        after earlier: Moment?, at moment: Moment, limit: Int, for claim: Claim
    ) async throws -> [DueTimer]

    /// When the next session is due to be woken.
    func nextTimer() async throws -> Moment?

    // Changes by other processes.

    /// The notices that operators have left after `notice`, oldest first: a log that every server reads for itself. A
    /// store to which no other process writes has none.
    func notices(after notice: Int64?, limit: Int) async throws -> [Notice]

    /// Deletes notices from before `moment`, except requests that have not been carried out. Returns the number deleted.
    func forgetNotices(before moment: Moment, limit: Int) async throws -> Int

    // Maintenance.

    func deadLetters(limit: Int) async throws -> [DeadLetter]

    /// The events of a session with their effects, in order.
    ///
    /// - Throws: `UnreadableSession` when one of them cannot be read, and the errors of the store.
    func history(of session: SessionID) async throws -> [HistoryEntry]

    /// The last `limit` events of a session with their effects, newest first.
    func lastHistory(of session: SessionID, limit: Int) async throws -> [HistoryEntry]

    /// Deletes the ids of arrivals from before `moment`. Returns the number deleted.
    func forgetArrivals(before moment: Moment, limit: Int) async throws -> Int

    /// Deletes conversations in which nothing has happened since `moment`: the session, its history, its bubbles, and
    /// anything still pending. Customer data is kept. Returns the deleted conversations.
    func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey]
}

extension SessionStore {
    /// What other conversations have to do with an event of this one, apart from calendars.
    public func shared(with conversation: ConversationKey) async throws -> SharedState {
        try await shared(with: conversation, calendars: [], at: Moment(milliseconds: 0))
    }

    /// Sessions that are due at `moment`, longest overdue first.
    public func dueTimers(at moment: Moment, limit: Int) async throws -> [DueTimer] {
        try await dueTimers(after: nil, at: moment, limit: limit)
    }
}

/// The number of a session in the store.
public struct SessionID: Sendable, Hashable, Comparable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    public static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}

/// An outbox message in the store: its conversation, and its number there.
///
/// Messages of a conversation count from 1 in the order in which they were saved, without gaps, and no number is given
/// twice.
public struct DeliveryID: Sendable, Hashable, Comparable {
    public let session: SessionID
    public let number: Int

    public init(_ session: SessionID, _ number: Int) {
        self.session = session
        self.number = number
    }

    public static func < (left: DeliveryID, right: DeliveryID) -> Bool {
        (left.session, left.number) < (right.session, right.number)
    }
}

/// A session as last saved.
public struct StoredSession: Sendable, Hashable {
    public var id: SessionID
    public var conversation: ConversationKey
    /// The number of saved turns, from 1.
    public var revision: Int
    @Boxed public var session: Session

    public init(id: SessionID, conversation: ConversationKey, revision: Int, session: Session) {
        self.id = id
        self.conversation = conversation
        self.revision = revision
        self.session = session
    }

    /// The session after a turn.
    public init(id: SessionID, conversation: ConversationKey, revision: Int, after turn: Turn) {
        self.id = id
        self.conversation = conversation
        self.revision = revision
        _session = turn.$session
    }
}

/// A message that waits to be sent.
public struct StoredDelivery: Sendable, Hashable {
    public var id: DeliveryID
    public var delivery: Delivery
    /// The turn it belongs to.
    public var turn: Int
    public var createdAt: Moment
    public var attempts: Int
    /// When the first of its attempts failed.
    public var failingSince: Moment?
    /// The earliest time of the next attempt.
    public var nextTry: Moment
    /// When the customer's message was received to which this is the first answer, as long as that is known. Not
    /// stored.
    public var answers: Moment?
    /// The span of the turn; `nil` when it was not traced.
    public var trace: TraceParent?

    public init(
        id: DeliveryID, delivery: Delivery, turn: Int, createdAt: Moment, attempts: Int = 0,
        failingSince: Moment? = nil, nextTry: Moment, trace: TraceParent? = nil
    ) {
        self.trace = trace
        self.id = id
        self.delivery = delivery
        self.turn = turn
        self.createdAt = createdAt
        self.attempts = attempts
        self.failingSince = failingSince
        self.nextTry = nextTry
    }

    public var session: SessionID { id.session }
}

/// A call outside that is to be made and whose answer is pending.
public struct StoredCall: Sendable, Hashable {
    public var conversation: ConversationKey
    public var request: PendingRequest
    /// The id of the arrival that caused it, for tracing in logs; `nil` when there was none.
    public var cause: String?
    /// The span of the turn that requested it; `nil` when it was not traced.
    public var trace: TraceParent?

    public init(
        conversation: ConversationKey, request: PendingRequest, cause: String? = nil, trace: TraceParent? = nil
    ) {
        self.trace = trace
        self.conversation = conversation
        self.request = request
        self.cause = cause
    }
}

/// A session due to be woken because its customer is silent, a call takes long, or a reminder is due.
public struct DueTimer: Sendable, Hashable {
    public var session: SessionID
    public var conversation: ConversationKey
    public var purpose: Wake.Purpose
    public var due: Moment

    public init(session: SessionID, conversation: ConversationKey, purpose: Wake.Purpose, due: Moment) {
        self.session = session
        self.conversation = conversation
        self.purpose = purpose
        self.due = due
    }
}

/// Identifies a timer of a session; a session has at most one of each kind.
public struct TimerKey: Sendable, Hashable {
    public var session: SessionID
    public var kind: Wake.Kind

    public init(session: SessionID, kind: Wake.Kind) {
        self.session = session
        self.kind = kind
    }
}

extension DueTimer {
    public var key: TimerKey { TimerKey(session: session, kind: purpose.kind) }
}

/// A stored session that cannot be read, such as one written by a newer version.
public struct UnreadableSession: Error, Equatable, CustomStringConvertible {
    public let reason: String

    public init(_ reason: String) { self.reason = reason }

    public var description: String { "the session cannot be read: \(reason)" }
}

/// An item that could not be processed or delivered.
public struct DeadLetter: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable { case arrival, delivery, call, timer }

    public var kind: Kind
    public var conversation: ConversationKey
    public var at: Moment
    /// A sentence for operators.
    public var reason: String
    /// The event or the message itself.
    public var content: JSONValue
    /// The content with placeholders for private parts; `nil` when nothing in it is private.
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

/// An answered event as stored for replay.
public struct HistoryEntry: Sendable, Hashable {
    public var turn: Int
    /// The version of the bot that answered.
    public var version: String
    public var event: JSONValue
    public var effects: JSONValue
    /// Both with placeholders for private parts; `nil` when nothing in them is private.
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
