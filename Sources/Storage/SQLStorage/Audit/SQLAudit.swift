public import ConversationRuntime
import Databases
public import Expressions
import JSON

/// The audit log.
public struct SQLAudit: AuditStore {
    let database: StoredData

    public func record(_ entry: AuditEntry) async throws {
        try await database.engine.writeBesideReading { try AuditRows.insert(entry, $0) }
    }

    public func entries(
        _ filter: AuditFilter, before entry: AuditEntryID?, limit: Int
    ) async throws -> [StoredAuditEntry] {
        let (condition, values) = Self.condition(filter, entry)
        return try await database.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT \(AuditRows.columns) FROM audit WHERE \(condition) ORDER BY id DESC LIMIT \(limit)",
                arguments: Arguments(values)
            ).map(StoredAuditEntry.init(row:))
        }
    }

    private static func condition(_ filter: AuditFilter, _ entry: AuditEntryID?) -> (String, [SQLValue]) {
        var parts = ["TRUE"]
        var values: [SQLValue] = []
        func add(_ part: String, _ more: SQLValue...) {
            parts.append(part)
            values += more
        }
        if let entry { add("id < ?", entry.number.sqlValue) }
        if let since = filter.since { add("at >= ?", since.milliseconds.sqlValue) }
        if let actor = filter.actor { add("actor = ?", actor.sqlValue) }
        if let act = filter.act { add("act = ?", act.sqlValue) }
        if let customer = filter.customer {
            add("customer IN (?, ?)", customer.sqlValue, AuditRows.pseudonym(of: customer).sqlValue)
        }
        return (parts.joined(separator: " AND "), values)
    }

    public func forgetEntries(before moment: Moment, limit: Int) async throws -> Int {
        try await database.perform { db in
            try db.execute(
                sql: "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT ?)",
                arguments: [moment.milliseconds, limit])
            return db.changesCount
        }
    }
}

extension StoredAuditEntry {
    /// From `AuditRows.columns`.
    fileprivate init(row: Row) {
        self.init(
            id: AuditEntryID(row[0]),
            entry: AuditEntry(
                act: row[3], by: row[2], at: Moment(milliseconds: row[1]), customer: row[4], object: row[5],
                details: (try? JSONValue(parsing: row[6] as String)) ?? .object([:]),
                outcome: AuditEntry.Outcome(rawValue: row[7]) ?? .failed))
    }
}
