import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowEngine

/// The slots that customers have taken.
enum BookingRows {
    /// The times that others have taken in some calendars.
    static func times(
        in calendars: Set<String>, besides session: Int64?, at now: Moment, _ db: Database
    ) throws -> [CalendarTimes] {
        try calendars.sorted().map { calendar in
            let times = try Row.fetchAll(
                try db.cachedStatement(
                    sql: """
                        SELECT starts, ends FROM bookings
                        WHERE calendar = ?1 AND ends >= ?2 AND (until IS NULL OR until > ?2) AND (CAST(?3 AS BIGINT) IS NULL OR session_id IS NULL OR session_id <> ?3)
                        ORDER BY starts, ends
                        """), arguments: [calendar, now.milliseconds, session]
            ).map { TakenTime(start: Moment(milliseconds: $0[0]), end: Moment(milliseconds: $0[1])) }
            return CalendarTimes(calendar: calendar, times: times)
        }
    }

    /// Takes and gives back what a turn does. Returns `false` when another customer has a slot that it takes.
    static func apply(_ record: TurnRecord, _ session: SessionID, _ db: Database) throws -> Bool {
        for id in record.slotsGivenBack {
            try db.cachedStatement(sql: "DELETE FROM bookings WHERE id = ?").execute(arguments: [id])
        }
        for booking in record.takenSlots {
            let isKnown = record.replaces?.session.bookings.contains { $0.id == booking.id } ?? false
            // A slot that the customer now keeps for good was theirs before.
            let isKept = isKnown && booking.isSettled
            guard try isKept || isFree(booking, for: session, at: record.at, db) else { return false }
            try write(booking, isKnown, record, session, db)
        }
        return true
    }

    private static func isFree(
        _ booking: SlotBooking, for session: SessionID, at now: Moment, _ db: Database
    ) throws -> Bool {
        let others = try times(in: [booking.calendar], besides: session.number, at: now, db)[0].times
        let slot = TimeSlot(start: booking.start, duration: booking.end - booking.start)
        return TakenTime.most(of: others, during: slot) < booking.places
    }

    private static func write(
        _ booking: SlotBooking, _ isKnown: Bool, _ record: TurnRecord, _ session: SessionID, _ db: Database
    ) throws {
        let key = record.conversation
        // An operator may have given it back meanwhile: then it is not taken again by the end of the conversation.
        if isKnown, booking.isSettled {
            return try db.cachedStatement(sql: "UPDATE bookings SET until = NULL, settled = 1 WHERE id = ?").execute(
                arguments: [booking.id])
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO bookings (id, calendar, starts, ends, until, settled, session_id, name, channel, customer,
                    business, booked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET until = excluded.until, settled = excluded.settled
                """
        ).execute(arguments: [
            booking.id, booking.calendar, booking.start.milliseconds, booking.end.milliseconds,
            booking.until?.milliseconds, booking.isSettled, session.number, booking.name, key.channel, key.customer,
            key.business, record.at.milliseconds,
        ])
    }

    /// Removes everything that a customer has taken.
    static func erase(_ customer: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM bookings WHERE customer = ?", arguments: [customer])
    }
}
