public import Expressions

/// The audit log: entries are only added, and removed when their time is over.
///
/// Stores that change something for an operator take the entry with the change, and save both in one transaction.
public protocol AuditStore: Sendable {
    /// Adds an entry. It is durable when this returns.
    func record(_ entry: AuditEntry) async throws

    /// The entries that match, newest first, that precede another one.
    func entries(_ filter: AuditFilter, before entry: AuditEntryID?, limit: Int) async throws -> [StoredAuditEntry]

    /// Deletes entries from before `moment`. Returns the number deleted.
    func forgetEntries(before moment: Moment, limit: Int) async throws -> Int
}
