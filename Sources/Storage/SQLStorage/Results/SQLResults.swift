import Channels
public import ConversationRuntime
import Databases
public import Expressions
import FlowModel

/// The rows that flows keep for people.
public struct SQLResults: ResultStore {
    let database: StoredData

    public func keep(_ row: NewResult) async throws -> StoredResult? {
        let seal = database.seal
        let fields = row.sealedFields(seal)
        return try await database.perform { db in
            if let kept = try ResultRows.result(row.id, seal, db) { return kept }
            // The call is deleted with the customer, who must not reappear with this row.
            let call = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM calls WHERE id = ?)")
            guard try Bool.fetchOne(call, arguments: [row.id]) ?? false else { return nil }
            let now = row.at.milliseconds
            try db.cachedStatement(
                sql: """
                    INSERT INTO results
                        (id, name, number, channel, customer, business, fields, state, kept_at, changed_at, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                row.id, row.table.name, try ResultRows.nextNumber(of: row.table.name, db), row.conversation.channel,
                row.conversation.customer, row.conversation.business, fields, row.table.states[0], now, now,
                row.table.keptFor.map { (row.at + $0).milliseconds },
            ])
            try ResultRows.addNotices(row.ways, .kept, of: row.id, at: row.at, db)
            return try ResultRows.result(row.id, seal, db)
        }
    }

    public func results(
        _ filter: ResultFilter, after place: ResultPlace?, limit: Int
    ) async throws -> [StoredResult] {
        let (condition, values) = Self.condition(filter, place)
        return try await database.read { [seal = database.seal] db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(ResultRows.columns) FROM results WHERE \(condition) ORDER BY kept_at DESC, id DESC LIMIT \(limit)
                    """, arguments: Arguments(values)
            ).map { try StoredResult(row: $0, seal) }
        }
    }

    private static func condition(_ filter: ResultFilter, _ place: ResultPlace?) -> (String, [SQLValue]) {
        var parts = ["TRUE"]
        var values: [SQLValue] = []
        func add(_ part: String, _ more: SQLValue...) {
            parts.append(part)
            values += more
        }
        if let table = filter.table { add("name = ?", table.sqlValue) }
        if let customer = filter.customer { add("customer = ?", customer.sqlValue) }
        if let since = filter.since { add("kept_at >= ?", since.milliseconds.sqlValue) }
        if let place { add("(kept_at, id) < (?, ?)", place.keptAt.milliseconds.sqlValue, place.id.sqlValue) }
        if let key = filter.conversation {
            add(
                "customer = ? AND business = ? AND channel = ?", key.customer.sqlValue,
                key.business.sqlValue, key.channel.sqlValue)
        }
        if !filter.states.isEmpty {
            parts.append("state IN (\(filter.states.map { _ in "?" }.joined(separator: ", ")))")
            values += filter.states.sorted().map(\.sqlValue)
        }
        return (parts.joined(separator: " AND "), values)
    }

    public func result(_ name: String, of table: String) async throws -> StoredResult? {
        try await database.read { [seal = database.seal] db in
            try Row.fetchOne(
                db, sql: "SELECT \(ResultRows.columns) FROM results WHERE name = ? AND (id = ? OR number = ?)",
                arguments: [table, name, Int(name)]
            ).map { try StoredResult(row: $0, seal) }
        }
    }

    public func resultTables() async throws -> [ResultCount] {
        try await database.read { db in
            try Row.fetchAll(db, sql: "SELECT name, COUNT(*) FROM results GROUP BY name ORDER BY name").map {
                ResultCount(table: $0[0], rows: $0[1])
            }
        }
    }

    public func change(
        _ id: String, to state: String, at moment: Moment, notifyingBy ways: Set<NoticeWay>,
        recording entry: AuditEntry?
    ) async throws -> StoredResult? {
        try await database.perform { [seal = database.seal] db in
            try db.cachedStatement(sql: "UPDATE results SET state = ?, changed_at = ? WHERE id = ? AND state <> ?")
                .execute(arguments: [state, moment.milliseconds, id, state])
            if db.changesCount > 0 { try ResultRows.addNotices(ways, .changed, of: id, at: moment, db) }
            guard let row = try ResultRows.result(id, seal, db) else { return nil }
            try AuditRows.insert(entry, db)
            return row
        }
    }

    public func forgetResults(before moment: Moment, limit: Int) async throws -> Int {
        try await database.perform { db in
            let old = try String.fetchAll(
                db, sql: "SELECT id FROM results WHERE expires_at <= ? ORDER BY expires_at LIMIT ?",
                arguments: [moment.milliseconds, limit])
            for id in old {
                try db.cachedStatement(sql: "DELETE FROM result_notices WHERE result = ?").execute(arguments: [id])
                try db.cachedStatement(sql: "DELETE FROM results WHERE id = ?").execute(arguments: [id])
            }
            return old.count
        }
    }
}
