public import Channels
public import Expressions
public import FlowEngine
import JSON
public import MessageModel
public import Traces

/// All effects of one event.
public struct TurnRecord: Sendable {
    public var conversation: ConversationKey
    /// The loaded session with its revision; `nil` when there was none.
    public var replaces: StoredSession?
    /// The arrival, when the event came from outside.
    public var arrival: ArrivalRecord?
    /// The turn; `nil` when the event changes nothing but must be recorded.
    public var turn: Turn?
    /// The event that was answered, and the version of the bot that answered it.
    public var event: Event?
    public var version: String
    /// The event with private content removed; `nil` when nothing in it is private.
    public var shownEvent: Event?
    public var at: Moment
    /// The id of the arrival that caused the event, for logs.
    public var cause: String?
    /// The span of the turn, which what follows from it continues; `nil` when it is not traced.
    public var trace: TraceParent?
    /// The dead letter that this event creates.
    public var deadLetter: DeadLetter?
    /// The notices for an agent desk.
    public var deskNotices: [DeskNotice] = []
    /// The call that has finished.
    public var answeredCall: String?
    /// The dead letter whose event is answered again.
    public var reopened: DeadLetterID?
    /// Whether a server running beside this process must be notified.
    public var isNotice = false
    /// The message that was given up.
    public var givenUp: DeliveryID?
    /// Whether the conversation was quiet for so long that its history and bubbles are deleted.
    public var forgetsPast = false
    /// The timer that is removed although there is no turn.
    public var clearsTimer: TimerKey?
    /// The claim of the server on the calls that the turn requests; `nil` leaves them to any server.
    public var claim: Claim?
    /// The claim of the server on the sending of the messages of the turn; `nil` leaves them to any server.
    public var laneClaim: Claim?
    /// The lane in which the message was given up, where several servers send: without it the message stays.
    public var heldLane: HeldLane?
    /// The entry in the audit log of the operator who made the change.
    public var audit: AuditEntry?
    /// Whether the session starts with stored customer data, which must still exist when the session is saved.
    public var recallsCustomer = false

    public init(conversation: ConversationKey, replaces: StoredSession?, version: String, at: Moment) {
        self.conversation = conversation
        self.replaces = replaces
        self.version = version
        self.at = at
    }
}

extension TurnRecord {
    /// All requests to be performed after it.
    public var requests: [PendingRequest] {
        (turn?.effects ?? []).compactMap(\.request) + deskNotices.map(PendingRequest.notifyDesk)
    }

    /// Whether any part of it is private.
    public var isPrivate: Bool {
        shownEvent != nil || turn?.shownEffects != nil || turn?.session.isPrivate ?? false
            || deadLetter?.shownContent != nil
    }

    /// When its turn handed the conversation over to a person; `nil` when it did not, or when the conversation has
    /// already left the person.
    public var handedOverAt: Moment? {
        guard let turn, turn.session.status == .withPerson, transfer == nil else { return nil }
        let handsOver = turn.effects.contains { if case .handOver = $0 { true } else { false } }
        return handsOver ? at : nil
    }

    /// What its turn means for the queue in which the customer waits for people.
    public var queueChange: QueueChange {
        guard let turn, turn.session.status == .withPerson else { return .left }
        if let transfer { return .moved(transfer.queue) }
        for case .handOver(let queue, _, _) in turn.effects.reversed() { return .entered(queue) }
        switch event?.kind {
        case .personSaid, .agent(.send): return .answered
        default: return .none
        }
    }

    /// Where an agent has transferred the conversation; `nil` when the event is no transfer.
    private var transfer: QueueTransfer? {
        if case .agent(.transfer(let transfer))? = event?.kind { transfer } else { nil }
    }

    /// The agent who has the conversation after the turn.
    public var assignee: String? { turn?.session.people?.agent }

    /// Whether the turn gives the conversation to another agent, or takes it from one.
    public var reassigns: Bool { turn != nil && assignee != replaces?.session.people?.agent }

    /// The entry stored for replay, with its version free of private content.
    public var historyEntry: HistoryEntry? {
        guard let turn, let event else { return nil }
        var entry = HistoryEntry(
            turn: turn.session.turn, version: version, event: event.json, effects: .array(turn.effects.map(\.json)))
        if shownEvent != nil || turn.shownEffects != nil {
            entry.shown = HistoryEntry.Shown(
                event: (shownEvent ?? event).json, effects: .array((turn.shownEffects ?? turn.effects).map(\.json)))
        }
        return entry
    }

    /// The messages its turn sends, each with a version free of private content when it has any.
    public var outgoing: [(outgoing: Outgoing, shown: Message?)] {
        guard let turn else { return [] }
        guard let shown = turn.shownEffects else { return turn.effects.compactMap { $0.outgoing.map { ($0, nil) } } }
        return zip(turn.effects, shown).compactMap { effect, shown in
            guard let outgoing = effect.outgoing, let masked = shown.outgoing else { return nil }
            return (outgoing, masked.message == outgoing.message ? nil : masked.message)
        }
    }

    /// The record to save when no turn is possible: the event becomes a dead letter. It counts as handled, and a timer
    /// that triggered it does not fire again.
    public func asDeadLetter(because reason: String) -> TurnRecord {
        var record = self
        record.turn = nil
        record.deskNotices = []
        record.arrival?.outcome = reason
        record.clearsTimer = record.clearsTimer ?? ownTimer
        if record.deadLetter != nil {
            record.deadLetter?.reason += "; its dead letter could not be processed either: \(reason)"
        } else {
            record.deadLetter = DeadLetter(
                kind: deadLetterKind, conversation: conversation, at: at, reason: reason, content: event?.json ?? .null,
                shownContent: shownEvent?.json)
        }
        return record
    }

    /// The timer that triggered the event.
    private var ownTimer: TimerKey? {
        guard let session = replaces?.id else { return nil }
        switch event?.kind {
        case .silent, .slow, .unanswered: return TimerKey(session: session, kind: .silence)
        case .reminded: return TimerKey(session: session, kind: .reminder)
        default: return nil
        }
    }

    private var deadLetterKind: DeadLetter.Kind {
        switch event?.kind {
        case .silent, .slow, .reminded, .unanswered: .timer
        case .called: .call
        case .undelivered: .delivery
        case .heard, .opened, .sheetChanged, .personSaid, .agent, .givenBack, .closed, .reset, .moved, .outside, nil:
            .arrival
        }
    }
}

/// What a turn means for the queue in which a customer waits for people.
public enum QueueChange: Sendable, Hashable {
    /// The customer waits in this queue from now on.
    case entered(String)
    /// The customer waits in this queue now: as long as before, or from now on if they had been answered.
    case moved(String)
    /// The customer has been answered.
    case answered
    /// The conversation is not with people.
    case left
    case none
}

/// The record of a received message, by which duplicates are recognised.
public struct ArrivalRecord: Sendable, Hashable {
    /// The channel's message id.
    public var id: String
    /// The outcome, for operators: `answered`, or why it was ignored.
    public var outcome: String

    public init(id: String, outcome: String) {
        self.id = id
        self.outcome = outcome
    }
}

public enum CommitResult: Sendable, Hashable {
    case committed(Committed)
    case repeated
    case conflict
}

/// The result of a commit: the session as saved, and the messages that now wait to be sent.
public struct Committed: Sendable, Hashable {
    /// `nil` when there is no session.
    public var session: StoredSession?
    public var deliveries: [StoredDelivery]
    /// The last waiting message of the conversation when `deliveries` were queued behind it, whichever process wrote
    /// it; `nil` when none waited, or there are no deliveries.
    public var previous: DeliveryID?
    /// Who sends the deliveries; `nil` where one server sends alone, or there are none.
    public var holder: LaneHolder?
    /// The calls that are now to be made.
    public var calls: [StoredCall]

    public init(
        session: StoredSession?, deliveries: [StoredDelivery] = [], behind previous: DeliveryID? = nil,
        calls: [StoredCall] = []
    ) {
        self.session = session
        self.deliveries = deliveries
        self.previous = previous
        self.calls = calls
    }
}
