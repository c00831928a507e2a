public import ConversationRuntime
public import Databases
public import Expressions

/// What stores need of a database beside transactions, where SQLite and PostgreSQL have different means.
public protocol StorageEngine: SQLEngine, HealthStore {
    var dialect: Dialect { get }

    /// Writes in a transaction of its own.
    func change<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result

    /// Writes what goes with reading, such as who has read, in a transaction of its own. It is durable in this database, but
    /// while commits wait for a standby that is missing, it does not wait for one: reading works meanwhile.
    func writeBesideReading(_ work: @escaping @Sendable (Database) throws -> Void) async throws

    /// The same as `perform`, for work that changes a few rows at most, such as a turn of a conversation.
    func performShort<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result

    /// Writes a few rows that can wait a little, with another commit if one comes soon. If the process ends before, it is lost.
    func performLater(_ work: @escaping @Sendable (Database) throws -> Void) async throws

    /// Ensures that deleted data cannot be found in the database's files any more, as far as that is possible while others
    /// read.
    func overwriteForgotten() async throws

    /// Removes what an erasure has left beside the database.
    ///
    /// - Parameter hasErased: whether something was erased.
    func eraseRemains(hasErased: Bool) async -> Remains

    /// Copies the sessions that wait, for a dry run.
    ///
    /// - Parameter progress: receives the fraction that has been copied, from 0 to 1.
    func copySessions(_ progress: @escaping @Sendable (Double) -> Void) async throws -> any SessionCopy

    /// The free bytes of the disk; `nil` where that is the business of a server elsewhere.
    var freeDisk: Int? { get }

    /// When the last backup was made; `nil` if that is unknown.
    var lastBackup: Moment? { get }
}

extension StorageEngine {
    public func writeBesideReading(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
        try await perform(work)
    }

    public func performShort<Result: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await perform(work)
    }

    public func performLater(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
        try await perform(work)
    }
}

/// What was found beside a database after an erasure.
public struct Remains: Sendable, Hashable {
    /// The number of removed copies.
    public var copies: Int
    /// Whether nothing of the erased data is left.
    public var isThorough: Bool

    public init(copies: Int, isThorough: Bool) {
        self.copies = copies
        self.isThorough = isThorough
    }
}
