import Channels
public import ConversationRuntime
import Databases
public import Expressions

/// The slots that customers have taken, for operators.
public struct SQLBookings: BookingStore {
    let database: StoredData

    public func bookings(
        in calendar: String?, from moment: Moment, skipping: Int, limit: Int
    ) async throws -> [StoredBooking] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, calendar, starts, ends, until, name, channel, customer, business, booked_at FROM bookings
                    WHERE ends > ?1 AND (until IS NULL OR until > ?1) AND (CAST(?2 AS TEXT) IS NULL OR calendar = ?2)
                    ORDER BY starts, id LIMIT ?3 OFFSET ?4
                    """, arguments: [moment.milliseconds, calendar, limit, skipping]
            ).map(StoredBooking.init(row:))
        }
    }

    public func giveBack(booking id: String, recording entry: AuditEntry?) async throws -> Bool {
        try await database.change { db in
            try db.execute(sql: "DELETE FROM bookings WHERE id = ?", arguments: [id])
            guard db.changesCount == 1 else { return false }
            try AuditRows.insert(entry, db)
            return true
        }
    }
}

extension StoredBooking {
    /// From `id, calendar, starts, ends, until, name, channel, customer, business, booked_at`.
    fileprivate init(row: Row) {
        self.init(
            id: row[0], calendar: row[1], start: Moment(milliseconds: row[2]), end: Moment(milliseconds: row[3]),
            until: (row[4] as Int?).map { Moment(milliseconds: $0) }, name: row[5],
            conversation: ConversationKey(channel: row[6], customer: row[7], business: row[8]),
            bookedAt: Moment(milliseconds: row[9]))
    }
}
