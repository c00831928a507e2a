import Channels
public import ConversationRuntime
import Databases
public import Expressions
import FlowModel

/// The notices of rows.
extension SQLResults {
    private static let columns =
        "result_notices.id, way, occasion, created_at, attempts, reason, " + ResultRows.columns

    public func dueNotices(at moment: Moment, limit: Int) async throws -> [ResultNotice] {
        try await notices("next_try <= \(moment.milliseconds) ORDER BY next_try, result_notices.id", limit)
    }

    public func givenUpNotices(limit: Int) async throws -> [ResultNotice] {
        try await notices("next_try IS NULL ORDER BY result_notices.id", limit)
    }

    private func notices(_ condition: String, _ limit: Int) async throws -> [ResultNotice] {
        try await database.read { [seal = database.seal] db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.columns) FROM result_notices JOIN results ON results.id = result
                    WHERE \(condition) LIMIT \(limit)
                    """
            ).map { row in
                ResultNotice(
                    id: row[0], way: NoticeWay(rawValue: row[1]) ?? .email,
                    occasion: ResultNotice.Occasion(rawValue: row[2]) ?? .kept,
                    result: try StoredResult(row: row, at: 6, seal),
                    createdAt: Moment(milliseconds: row[3]), attempts: row[4], reason: row[5])
            }
        }
    }

    public func nextNotice() async throws -> Moment? {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT MIN(next_try) FROM result_notices WHERE next_try IS NOT NULL")
                .map { Moment(milliseconds: $0) }
        }
    }

    public func remove(_ notice: ResultNotice.ID) async throws {
        try await database.perform { db in
            try db.cachedStatement(sql: "DELETE FROM result_notices WHERE id = ?").execute(arguments: [notice])
        }
    }

    public func postpone(
        _ notice: ResultNotice.ID, attempts: Int, until moment: Moment, because reason: String
    ) async throws {
        try await database.perform { db in
            try db.cachedStatement(
                sql: "UPDATE result_notices SET attempts = ?, next_try = ?, reason = ? WHERE id = ?"
            ).execute(arguments: [attempts, moment.milliseconds, reason, notice])
        }
    }

    public func giveUp(_ notice: ResultNotice.ID, because reason: String) async throws {
        try await database.perform { db in
            try db.cachedStatement(sql: "UPDATE result_notices SET next_try = NULL, reason = ? WHERE id = ?").execute(
                arguments: [reason, notice])
        }
    }

    public func retryNotices(at moment: Moment) async throws -> Int {
        try await database.perform { db in
            try db.execute(
                sql: "UPDATE result_notices SET next_try = ?, attempts = 0, created_at = ? WHERE next_try IS NULL",
                arguments: [moment.milliseconds, moment.milliseconds])
            return db.changesCount
        }
    }
}
