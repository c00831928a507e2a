public import Channels
public import Expressions
public import FlowModel

/// The rows that flows keep for the people of a business, and the notices of them.
public protocol ResultStore: Sendable {
    /// Adds a row with its notices.
    ///
    /// A row is kept once under its id: a repetition returns it as it is.
    ///
    /// - Returns: `nil` when the call that keeps the row is no longer under way, because its customer was erased.
    func keep(_ row: NewResult) async throws -> StoredResult?

    /// The rows that match, newest first, after a place.
    func results(_ filter: ResultFilter, after place: ResultPlace?, limit: Int) async throws -> [StoredResult]

    /// The row of a table with this number or id; `nil` when there is none.
    func result(_ name: String, of table: String) async throws -> StoredResult?

    /// The tables with rows, and how many rows each has.
    func resultTables() async throws -> [ResultCount]

    /// Gives a row another state.
    ///
    /// - Parameters:
    ///   - ways: how people are notified of it.
    ///   - entry: is added to the audit log if the row exists.
    /// - Returns: the row as it is now; `nil` when it no longer exists.
    func change(
        _ id: String, to state: String, at moment: Moment, notifyingBy ways: Set<NoticeWay>,
        recording entry: AuditEntry?
    ) async throws -> StoredResult?

    /// Deletes rows whose time is over. Returns the number deleted.
    func forgetResults(before moment: Moment, limit: Int) async throws -> Int

    // Notices.

    /// The notices that are due, oldest first.
    func dueNotices(at moment: Moment, limit: Int) async throws -> [ResultNotice]

    /// When the next notice is due; `nil` when none waits.
    func nextNotice() async throws -> Moment?

    /// Removes a notice that has been taken.
    func remove(_ notice: ResultNotice.ID) async throws

    /// Schedules another attempt.
    func postpone(_ notice: ResultNotice.ID, attempts: Int, until moment: Moment, because reason: String) async throws

    /// Keeps a notice that is not repeated any more, with the reason.
    func giveUp(_ notice: ResultNotice.ID, because reason: String) async throws

    /// The notices of which nothing more is attempted, oldest first.
    func givenUpNotices(limit: Int) async throws -> [ResultNotice]

    /// Makes the given-up notices due again. Returns how many there were.
    func retryNotices(at moment: Moment) async throws -> Int
}

extension ResultStore {
    public func change(
        _ id: String, to state: String, at moment: Moment, notifyingBy ways: Set<NoticeWay>
    ) async throws -> StoredResult? {
        try await change(id, to: state, at: moment, notifyingBy: ways, recording: nil)
    }
}

/// How people are notified of a row.
public enum NoticeWay: String, Sendable, Hashable, CaseIterable {
    case email, webhook
}

/// A row to be kept.
public struct NewResult: Sendable {
    /// The id of the call that keeps it.
    public var id: String
    public var table: ResultTable
    public var conversation: ConversationKey
    public var fields: Fields
    public var at: Moment
    /// How people are notified of it.
    public var ways: Set<NoticeWay>

    public init(
        id: String, table: ResultTable, conversation: ConversationKey, fields: Fields, at: Moment, ways: Set<NoticeWay>
    ) {
        self.id = id
        self.table = table
        self.conversation = conversation
        self.fields = fields
        self.at = at
        self.ways = ways
    }
}

/// A row as it is stored.
public struct StoredResult: Sendable, Hashable {
    public var table: String
    public var conversation: ConversationKey
    public var row: ResultRow
    /// The fields with `(private)` in place of private ones.
    public var shown: Fields
    public var changedAt: Moment

    public init(table: String, conversation: ConversationKey, row: ResultRow, shown: Fields, changedAt: Moment) {
        self.table = table
        self.conversation = conversation
        self.row = row
        self.shown = shown
        self.changedAt = changedAt
    }

    public var place: ResultPlace { ResultPlace(keptAt: row.keptAt, id: row.id) }
}

/// A position in the list of rows, which is ordered from the newest to the oldest.
public struct ResultPlace: Sendable, Hashable {
    public var keptAt: Moment
    public var id: String

    public init(keptAt: Moment, id: String) {
        self.keptAt = keptAt
        self.id = id
    }
}

/// Selects rows.
public struct ResultFilter: Sendable, Hashable {
    public var table: String?
    public var states: Set<String> = []
    /// The customer of exactly this conversation.
    public var conversation: ConversationKey?
    /// A customer, in all conversations.
    public var customer: String?
    public var since: Moment?

    public init(table: String? = nil) { self.table = table }
}

/// How many rows a table has.
public struct ResultCount: Sendable, Hashable {
    public var table: String
    public var rows: Int

    public init(table: String, rows: Int) {
        self.table = table
        self.rows = rows
    }
}

/// A notice of a row that waits to be sent.
public struct ResultNotice: Sendable, Hashable {
    public typealias ID = Int64

    public enum Occasion: String, Sendable { case kept, changed }

    public var id: ID
    public var way: NoticeWay
    public var occasion: Occasion
    public var result: StoredResult
    public var createdAt: Moment
    public var attempts: Int
    /// Why the last attempt failed.
    public var reason: String?

    public init(
        id: ID, way: NoticeWay, occasion: Occasion, result: StoredResult, createdAt: Moment, attempts: Int,
        reason: String?
    ) {
        self.id = id
        self.way = way
        self.occasion = occasion
        self.result = result
        self.createdAt = createdAt
        self.attempts = attempts
        self.reason = reason
    }
}
