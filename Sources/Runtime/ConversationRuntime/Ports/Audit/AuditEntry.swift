import Channels
public import Expressions
import FlowModel
public import JSON

/// What is entered in the audit log.
public enum AuditAct: String, Sendable, CaseIterable {
    case listSessions = "session.list"
    case showSession = "session.show"
    case readSession = "session.read"
    case resetSession = "session.reset"
    case moveSession = "session.move"
    case sendEvent = "event.send"
    case exportCustomer = "customer.export"
    case eraseCustomer = "customer.erase"
    case listHandovers = "handover.list"
    case readHandover = "handover.read"
    case answerHandover = "handover.answer"
    case giveBackHandover = "handover.give-back"
    case noteHandover = "handover.note"
    case takeHandover = "handover.take"
    case releaseHandover = "handover.release"
    case assignHandover = "handover.assign"
    case transferHandover = "handover.transfer"
    case uploadFile = "handover.upload"
    case listQueues = "queue.list"
    case readFile = "file.read"
    case listBookings = "booking.list"
    case giveBackBooking = "booking.give-back"
    case listPayments = "payment.list"
    case showPayment = "payment.show"
    case listDeadLetters = "dead-letter.list"
    case showDeadLetter = "dead-letter.show"
    case retryDeadLetter = "dead-letter.retry"
    case dropDeadLetter = "dead-letter.drop"
    case listTables = "result.tables"
    case listResults = "result.list"
    case showResult = "result.show"
    case changeResult = "result.change"
    case retryNotices = "result.retry-notices"
    case listVersions = "flows.list"
    case saveFlows = "flows.save"
    case readReplies = "flows.replies"
    case showVersion = "flows.show"
    case publish = "flows.publish"
    case dryRun = "flows.dry-run"
    case replay = "flows.replay"
    case readMetrics = "metrics.read"
    case backUp = "database.back-up"
    case readAudit = "audit.read"
    case addAccount = "account.add"
    case changeAccount = "account.change"
    case removeAccount = "account.remove"
    case signIn = "account.sign-in"
    case signOut = "account.sign-out"
    case addToken = "token.add"
    case revokeToken = "token.revoke"
}

/// One entry of the audit log: who did what to whom, when, and with which outcome.
public struct AuditEntry: Sendable, Hashable {
    public enum Outcome: String, Sendable, CaseIterable {
        case done
        /// The right was missing.
        case refused
        /// Nothing was changed or shown, for another reason.
        case failed
    }

    public var at: Moment
    /// Who did it, such as `token deploy` or `command line (ana)`.
    public var actor: String
    /// The name of an `AuditAct`, maybe of a newer version.
    public var act: String
    /// The id of the customer whose data it is about; `nil` for several customers, or none.
    public var customer: String?
    /// What it was done to, such as `session 7`.
    public var object: String?
    /// Such as the format of an export. No data of customers.
    public var details: JSONValue
    public var outcome: Outcome

    public init(
        _ act: AuditAct, by actor: String, at moment: Moment, customer: String? = nil, object: String? = nil,
        details: JSONObject = [:], outcome: Outcome = .done
    ) {
        self.init(
            act: act.rawValue, by: actor, at: moment, customer: customer, object: object, details: .object(details),
            outcome: outcome)
    }

    /// An entry as it was stored.
    public init(
        act: String, by actor: String, at moment: Moment, customer: String?, object: String?, details: JSONValue,
        outcome: Outcome
    ) {
        at = moment
        self.actor = actor
        self.act = act
        self.customer = customer
        self.object = object
        self.details = details
        self.outcome = outcome
    }

    /// Sets the subject to a session and its customer.
    public mutating func concern(_ session: SessionSummary) {
        customer = session.conversation.customer
        object = "session \(session.id.number)"
    }

    /// Sets the subject to a row that a flow kept.
    public mutating func concern(_ row: StoredResult) {
        customer = row.conversation.customer
        object = "\(row.table) \(row.row.number)"
    }

    /// Sets the subject to a dead letter and its customer.
    public mutating func concern(_ letter: StoredDeadLetter) {
        customer = letter.letter.conversation.customer
        object = "dead letter \(letter.id.number)"
    }

    /// Adds a detail.
    public mutating func add(_ name: String, _ value: String?) {
        guard let value, case .object(var members) = details else { return }
        members[name] = .string(value)
        details = .object(members)
    }
}

/// The number of an entry: the later, the larger.
public struct AuditEntryID: Sendable, Hashable, Comparable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    public static func < (left: AuditEntryID, right: AuditEntryID) -> Bool { left.number < right.number }
}

public struct StoredAuditEntry: Sendable, Hashable {
    public var id: AuditEntryID
    public var entry: AuditEntry

    public init(id: AuditEntryID, entry: AuditEntry) {
        self.id = id
        self.entry = entry
    }
}

/// Which entries of the audit log are wanted.
public struct AuditFilter: Sendable, Hashable {
    public var since: Moment?
    public var actor: String?
    /// The id of a customer, who may have been erased.
    public var customer: String?
    public var act: String?

    public init(since: Moment? = nil, actor: String? = nil, customer: String? = nil, act: String? = nil) {
        self.since = since
        self.actor = actor
        self.customer = customer
        self.act = act
    }
}
