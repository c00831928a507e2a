import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowModel
import JSON

/// The rows that flows keep.
enum ResultRows {
    /// The columns of `StoredResult.init(row:)`.
    static let columns =
        """
        results.id, name, number, channel, customer, business, fields, state, kept_at, changed_at
        """

    static func result(_ id: String, _ seal: Seal, _ db: Database) throws -> StoredResult? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM results WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { try StoredResult(row: $0, seal) }
    }

    /// The next number of a table. A number is not given a second time, even after its row was deleted.
    static func nextNumber(of table: String, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO result_numbers (name, last) VALUES (?, 1)
                ON CONFLICT (name) DO UPDATE SET last = result_numbers.last + 1 RETURNING last
                """)
        return try Int.fetchOne(statement, arguments: [table]) ?? 1
    }

    static func addNotices(
        _ ways: Set<NoticeWay>, _ occasion: ResultNotice.Occasion, of result: String, at moment: Moment, _ db: Database
    ) throws {
        for way in NoticeWay.allCases where ways.contains(way) {
            try db.cachedStatement(
                sql: """
                    INSERT INTO result_notices (result, way, occasion, created_at, attempts, next_try)
                    VALUES (?, ?, ?, ?, 0, ?)
                    """
            ).execute(arguments: [
                result, way.rawValue, occasion.rawValue, moment.milliseconds, moment.milliseconds,
            ])
        }
    }

    /// Deletes the rows of a customer, with their notices.
    static func erase(_ customer: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM result_notices WHERE result IN (SELECT id FROM results WHERE customer = ?)",
            arguments: [customer])
        try db.execute(sql: "DELETE FROM results WHERE customer = ?", arguments: [customer])
    }
}

extension StoredResult {
    /// From `id, name, number, channel, customer, business, fields, state, kept_at, changed_at`. Without a key, private
    /// fields are hidden.
    ///
    /// - Parameter start: the place of the first of these columns.
    init(row: Row, at start: Int = 0, _ seal: Seal) throws {
        let stored = try JSONValue(parsing: row[start + 6] as String)
        let shown = Seal.shown(stored)
        let open = shown != nil && !seal.hasKey ? shown ?? .null : try seal.opened(stored)
        let fields = try Fields(json: open)
        self.init(
            table: row[start + 1],
            conversation: ConversationKey(channel: row[start + 3], customer: row[start + 4], business: row[start + 5]),
            row: ResultRow(
                id: row[start], number: row[start + 2], state: row[start + 7],
                keptAt: Moment(milliseconds: row[start + 8]), fields: fields),
            shown: try shown.map { try Fields(json: $0) } ?? fields, changedAt: Moment(milliseconds: row[start + 9]))
    }
}

extension NewResult {
    /// The stored form of its fields: if some are private, all are sealed together, and the others are also stored
    /// unsealed.
    func sealedFields(_ seal: Seal) -> String {
        let isPrivate = table.privateFields.contains { fields[$0] != nil }
        var shown = fields
        for name in table.privateFields where fields[name] != nil { shown[name] = .text("(private)") }
        return seal.closed(fields.json, shown: isPrivate ? Optional(shown.json) : nil).text
    }
}
