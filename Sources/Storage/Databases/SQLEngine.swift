/// Runs the work of stores on a database: SQLite or PostgreSQL.
public protocol SQLEngine: Sendable {
    /// Reads; all statements see the same moment.
    func read<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result

    /// Writes in a transaction, maybe together with other work that waits, and returns the result when it is durable.
    ///
    /// - Parameter work: may run more than once, until one of its runs is committed, and must therefore change nothing
    ///   but the database.
    /// - Throws: what `work` throws, or the error of the transaction; nothing of `work` has taken effect then.
    func perform<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result

    /// What an error of this database says of its transaction; `nil` for an error of something else.
    func kind(of error: any Error) -> SQLFaultKind?
}
