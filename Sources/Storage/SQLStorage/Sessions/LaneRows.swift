package import ConversationRuntime
package import Databases
import Expressions

/// The counters of the messages of each conversation. What waits are exactly the messages with numbers between them.
///
/// Where several servers send, a row also says who does: `due` is until when the owner has the lane, and without an owner
/// when the first message may be tried. Whether a lane is let go is decided by its own counters alone: another table may
/// show an earlier state than the row, and a message that lies in a lane without `due` would never be sent.
package enum LaneRows {
    /// The numbers that new messages of a conversation have got.
    struct Place {
        /// The number of the first of them.
        let first: Int
        /// The message behind which they wait; `nil` when none waits.
        let previous: DeliveryID?
        /// Who sends them; `nil` without a claim.
        var holder: LaneHolder?
    }

    /// Gives numbers to new messages, which may be tried at `moment`, and keeps the messages before them waiting.
    ///
    /// - Parameters:
    ///   - count: their number, at least 1.
    ///   - claim: takes the lane if it is free or has run out, or renews it.
    static func extend(
        _ session: SessionID, by count: Int, at moment: Moment, for claim: Claim? = nil, _ db: Database
    ) throws -> Place {
        if claim == nil, db.dialect == .sqlite { return try extendAlone(session, by: count, at: moment, db) }
        let now = db.dialect.now("?3")
        guard let claim else {
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO lanes (session_id, next, sent, epoch, due) VALUES (?1, 1 + ?2, 0, 0, \(now))
                    ON CONFLICT (session_id) DO UPDATE SET next = lanes.next + ?2, due = COALESCE(lanes.due, \(now))
                    RETURNING next - ?2, sent
                    """)
            return try place(
                session, try Row.fetchOne(statement, arguments: [session.number, count, moment.milliseconds]))
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO lanes (session_id, next, sent, owner, epoch, due)
                VALUES (?1, 1 + ?2, 0, ?4, 1, \(now) + ?5)
                ON CONFLICT (session_id) DO UPDATE SET next = lanes.next + ?2,
                    epoch = CASE WHEN lanes.owner = ?4 OR lanes.due > \(now) THEN lanes.epoch ELSE lanes.epoch + 1 END,
                    owner = CASE WHEN lanes.owner <> ?4 AND lanes.due > \(now) OR lanes.owner IS NULL
                        AND lanes.due > \(now) THEN lanes.owner ELSE ?4 END,
                    due = CASE WHEN lanes.owner <> ?4 AND lanes.due > \(now) OR lanes.owner IS NULL
                        AND lanes.due > \(now) THEN lanes.due ELSE \(now) + ?5 END
                RETURNING next - ?2, sent, owner, epoch
                """)
        let row = try Row.fetchOne(
            statement,
            arguments: [
                session.number, count, moment.milliseconds, claim.owner, claim.length.milliseconds,
            ])
        var place = try place(session, row)
        place.holder = row.map { LaneHolder(owner: $0[2], epoch: $0[3]) }
        return place
    }

    /// The same on SQLite, for which `RETURNING` is expensive: it makes a table of what is returned.
    private static func extendAlone(
        _ session: SessionID, by count: Int, at moment: Moment, _ db: Database
    ) throws -> Place {
        try db.cachedStatement(
            sql: """
                INSERT INTO lanes (session_id, next, sent, epoch, due) VALUES (?1, 1 + ?2, 0, 0, ?3)
                ON CONFLICT (session_id) DO UPDATE SET next = lanes.next + ?2, due = COALESCE(lanes.due, ?3)
                """
        ).execute(values: [.integer(session.number), .int(count), .int(moment.milliseconds)])
        let statement = try db.cachedStatement(sql: "SELECT next - ?2, sent FROM lanes WHERE session_id = ?1")
        return try place(session, try Row.fetchOne(statement, arguments: [session.number, count]))
    }

    private static func place(_ session: SessionID, _ row: Row?) throws -> Place {
        guard let row else { throw SQLError(.other, "a row was not returned") }
        let first: Int = row[0]
        let sent: Int = row[1]
        return Place(first: first, previous: sent + 1 < first ? DeliveryID(session, first - 1) : nil)
    }

    /// Removes a message and all that wait before it in its conversation.
    package static func remove(upTo delivery: DeliveryID, _ db: Database) throws {
        let values: [SQLValue] = [.integer(delivery.session.number), .int(delivery.number)]
        try db.cachedStatement(sql: "DELETE FROM deliveries WHERE session_id = ? AND number <= ?").execute(
            values: values)
        // A number that has not been given yet must not count as sent.
        try db.cachedStatement(
            sql: """
                UPDATE lanes SET sent = CASE WHEN ?2 < next - 1 THEN ?2 ELSE next - 1 END, due = CASE WHEN ?2 < next - 1 THEN due END
                WHERE session_id = ?1 AND sent < ?2
                """
        ).execute(values: values)
    }

    /// Removes all messages that wait in a conversation. Who sends one of them at present keeps the lane until then.
    ///
    /// - Parameter owner: who removes them; `nil` for a process that sends nothing.
    static func removeAll(of session: SessionID, for owner: String?, at moment: Moment, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM deliveries WHERE session_id = ?").execute(arguments: [session.number])
        let now = db.dialect.now("?2")
        try db.cachedStatement(
            sql: """
                UPDATE lanes SET sent = next - 1, due = CASE WHEN owner <> ?3 AND due > \(now) THEN due END
                WHERE session_id = ?1
                """
        ).execute(arguments: [session.number, moment.milliseconds, owner ?? ""])
    }

    /// Records when the first message of a conversation may be tried again, if this message is the first.
    static func postpone(_ delivery: DeliveryID, until moment: Moment, _ db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE lanes SET due = ? WHERE session_id = ? AND sent + 1 = ? AND due IS NOT NULL"
        ).execute(arguments: [moment.milliseconds, delivery.session.number, delivery.number])
    }
}

/// Lanes that one of several servers holds.
extension LaneRows {
    /// Takes lanes whose time has come: those without an owner, and those that have run out.
    static func claim(limit: Int, at moment: Moment, for claim: Claim, _ db: Database) throws -> [HeldLane] {
        let now = db.dialect.now("?1")
        let due = try Row.fetchAll(
            try db.cachedStatement(
                sql: """
                    SELECT session_id, owner, epoch, sent, next FROM lanes WHERE due <= \(now) ORDER BY due LIMIT ?2
                    \(db.dialect.forTaking)
                    """), arguments: [moment.milliseconds, limit])
        let take = try db.cachedStatement(
            sql: """
                UPDATE lanes SET owner = ?2, epoch = ?3, due = CASE WHEN ?4 = 1 THEN \(now) + ?5 END WHERE session_id = ?6
                """)
        return try due.compactMap { row in
            let lane = HeldLane(SessionID(row[0]), epoch: (row[1] as String?) == claim.owner ? row[2] : row[2] + 1)
            let isWaiting = (row[3] as Int) + 1 < row[4] as Int
            try take.execute(arguments: [
                moment.milliseconds, claim.owner, lane.epoch, isWaiting, claim.length.milliseconds,
                lane.session.number,
            ])
            return isWaiting ? lane : nil
        }
    }

    /// Renews lanes that are still held.
    static func renew(
        _ lanes: [HeldLane], at moment: Moment, for claim: Claim, _ db: Database
    ) throws -> Set<HeldLane> {
        let renew = try db.cachedStatement(
            sql: """
                UPDATE lanes SET due = \(db.dialect.now("?1")) + ?2
                WHERE session_id = ?3 AND owner = ?4 AND epoch = ?5 AND due IS NOT NULL
                """)
        for lane in lanes {
            try renew.execute(arguments: [
                moment.milliseconds, claim.length.milliseconds, lane.session.number, claim.owner, lane.epoch,
            ])
        }
        let held = try counters(of: lanes.map(\.session), for: claim.owner, db)
        return Set(lanes.filter { held[$0.session]?.epoch == $0.epoch })
    }

    /// Removes messages that the holder has sent, and renews what is left; the last mark lets the lane go.
    ///
    /// - Returns: the counters of the lanes that are still held.
    static func mark(
        _ marks: [LaneMark], at moment: Moment, for claim: Claim, _ db: Database
    ) throws -> [SessionID: LaneCounters] {
        let remove = try db.cachedStatement(sql: removing)
        let count = try db.cachedStatement(sql: counting(db.dialect.now("?5"), due: "?6", owner: "owner"))
        for mark in marks {
            let lane: Arguments = [mark.delivery.session.number, mark.delivery.number, claim.owner, mark.epoch]
            try remove.execute(arguments: lane)
            try count.execute(arguments: lane + [moment.milliseconds, claim.length.milliseconds])
        }
        let held = try counters(of: marks.map(\.delivery.session), for: claim.owner, db)
        return marks.reduce(into: [:]) { counters, mark in
            guard let found = held[mark.delivery.session], found.epoch == mark.epoch else { return }
            counters[mark.delivery.session] = found.counters
        }
    }

    /// Whether a server has a lane since it took it, as far as no other one has taken it meanwhile.
    static func isHeld(_ lane: HeldLane, by owner: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM lanes WHERE session_id = ? AND owner = ? AND epoch = ? AND due IS NOT NULL)
                """)
        return try Bool.fetchOne(statement, arguments: [lane.session.number, owner, lane.epoch]) ?? false
    }

    /// Gives a lane back before it runs out.
    static func letGo(
        _ lane: HeldLane, of owner: String, sent: DeliveryID?, delay: TimeLength, at moment: Moment, _ db: Database
    ) throws {
        let number = sent?.number ?? 0
        let held: Arguments = [lane.session.number, number, owner, lane.epoch]
        if sent != nil { try db.cachedStatement(sql: removing).execute(arguments: held) }
        try db.cachedStatement(sql: counting(db.dialect.now("?5"), due: "?6", owner: "NULL")).execute(
            arguments: held + [moment.milliseconds, delay.milliseconds])
    }

    /// Gives all lanes of an owner back.
    static func letGo(all owner: String, at moment: Moment, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE lanes SET owner = NULL, due = \(db.dialect.now("?1")) WHERE due IS NOT NULL AND owner = ?2",
            arguments: [moment.milliseconds, owner])
    }

    private static let removing = """
        DELETE FROM deliveries WHERE session_id = ?1 AND number <= ?2
            AND EXISTS (SELECT 1 FROM lanes WHERE session_id = ?1 AND owner = ?3 AND epoch = ?4)
        """

    /// Counts the messages up to a number as sent, and decides by the counters whether any is left.
    private static func counting(_ now: String, due length: String, owner: String) -> String {
        """
        UPDATE lanes SET sent = CASE WHEN ?2 < sent THEN sent WHEN ?2 < next - 1 THEN ?2 ELSE next - 1 END,
            due = CASE WHEN ?2 < next - 1 AND sent < next - 1 THEN \(now) + \(length) END, owner = \(owner)
        WHERE session_id = ?1 AND owner = ?3 AND epoch = ?4
        """
    }

    private static func counters(
        of sessions: [SessionID], for owner: String, _ db: Database
    ) throws -> [SessionID: (epoch: Int, counters: LaneCounters)] {
        guard !sessions.isEmpty else { return [:] }
        let numbers = sessions.map { String($0.number) }.joined(separator: ", ")
        let rows = try Row.fetchAll(
            db, sql: "SELECT session_id, epoch, sent, next FROM lanes WHERE session_id IN (\(numbers)) AND owner = ?",
            arguments: [owner])
        return Dictionary(
            rows.map { row in
                (SessionID(row[0]), (epoch: row[1], counters: LaneCounters(sent: row[2], last: (row[3] as Int) - 1)))
            }, uniquingKeysWith: { one, _ in one })
    }
}
