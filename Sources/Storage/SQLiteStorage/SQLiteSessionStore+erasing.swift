import Channels
public import ConversationRuntime
import Expressions
import GRDB

extension SQLiteSessionStore {
    /// If there is no data of the customer, nothing is removed, and the copies made before an upgrade are kept.
    ///
    /// `secure_delete` overwrites deleted data with zeros, and the log is emptied, so that no file contains it any
    /// more.
    public func erase(customer: String) async throws -> Erasure {
        let erased = try await change { db in
            var erased = Erased()
            // Data under other ids is found through the customer's own id, which is erased last.
            for name in try Self.names(of: customer, db) { try self.erase(name, db, &erased) }
            try db.execute(sql: "DELETE FROM chat_owners WHERE customer = ?1 OR name = ?1", arguments: [customer])
            return erased
        }
        folder.remove(erased.files)
        // Done even if nothing was found: the next erasure completes one that was not thorough.
        let hasNoCopies = CopyFolder.sweep(beside: pool.path)
        let isEmptied = await emptyLog()
        var erasure = Erasure(
            sessions: erased.sessions, letters: erased.letters, customers: erased.customers, files: erased.files.count,
            traces: erased.traces, isThorough: hasNoCopies && isEmptied)
        let copies = erasure.isEmpty ? 0 : LayoutCopy.removeAll(beside: pool.path)
        if copies > 0 { erasure.traces[.copies] = copies }
        return erasure
    }

    /// The data that was removed.
    private struct Erased {
        var sessions = 0
        var letters = 0
        var customers = 0
        /// The names of files on disk.
        var files: [String] = []
        var traces: [Erasure.Trace: Int] = [:]
    }

    /// Removes everything stored under one id.
    private func erase(_ customer: String, _ db: Database, _ erased: inout Erased) throws {
        erased.traces.merge(try Self.countTraces(of: customer, db), uniquingKeysWith: +)
        let sessions = try Int64.fetchAll(
            db, sql: "SELECT id FROM sessions WHERE customer = ?", arguments: [customer])
        for session in sessions {
            try Self.forget(SessionID(session), db)
            try Notices.leave(SessionID(session), in: db)
        }
        erased.sessions += sessions.count
        try db.execute(sql: "DELETE FROM customers WHERE customer = ?", arguments: [customer])
        erased.customers += db.changesCount
        try db.execute(
            sql: """
                DELETE FROM notices WHERE dead_letter_id IN (SELECT id FROM dead_letters WHERE customer = ?)
                """, arguments: [customer])
        try db.execute(sql: "DELETE FROM dead_letters WHERE customer = ?", arguments: [customer])
        erased.letters += db.changesCount
        for table in ["sign_ins", "tokens"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE customer = ?", arguments: [customer])
        }
        try eraseChats(of: customer, db)
        try Self.erasePayments(of: customer, at: SystemClock().now, db)
        erased.files += try Self.eraseContent(of: customer, db)
    }

    /// Moves the log into the database file and truncates it. Returns `false` while another connection reads it.
    private func emptyLog() async -> Bool {
        do {
            return try await pool.writeWithoutTransaction { db in
                let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                return row.map { $0[0] == 0 } ?? false
            }
        } catch {
            return false
        }
    }

    /// Counts a customer's data besides sessions, dead letters and files.
    private static func countTraces(of customer: String, _ db: Database) throws -> [Erasure.Trace: Int] {
        let sessions = "session_id IN (SELECT id FROM sessions WHERE customer = ?1)"
        let conditions: [Erasure.Trace: String] = [
            .events: "history WHERE \(sessions)", .bubbles: "bubbles WHERE \(sessions)",
            .deliveries: "deliveries WHERE \(sessions)", .timers: "timers WHERE \(sessions)",
            .calls: "calls WHERE \(sessions)", .signIns: "sign_ins WHERE customer = ?1",
            .tokens: "tokens WHERE customer = ?1", .payments: "payments WHERE customer = ?1",
            .chats: "chat_conversations WHERE customer = ?1",
            .chatMessages: """
            chat_messages WHERE conversation IN (SELECT id FROM chat_conversations WHERE customer = ?1)
                OR (sender = ?1
                    AND conversation IN (SELECT conversation FROM chat_participants WHERE customer = ?1))
            """,
            .chatProfiles: "chat_customers WHERE id = ?1",
            .chatParticipations: """
            chat_participants WHERE customer = ?1
                AND conversation NOT IN (SELECT id FROM chat_conversations WHERE customer = ?1)
            """,
        ]
        return try conditions.mapValues { condition in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(condition)", arguments: [customer]) ?? 0
        }
    }

    public func traces(of customer: String) async throws -> CustomerTraces {
        try await read { db in
            let known = try Row.fetchAll(
                db,
                sql: """
                    SELECT facts, device, language, channel, customer, business FROM customers
                    WHERE customer = ? ORDER BY business, channel
                    """, arguments: [customer]
            ).map { row in
                CustomerTraces.Known(try KnownCustomer(row: row, self.seal), in: Self.conversation(row, from: 3))
            }
            let signIns = try Row.fetchAll(
                db,
                sql: """
                    SELECT question, expires_at, channel, customer, business FROM sign_ins
                    WHERE customer = ? ORDER BY expires_at, question
                    """, arguments: [customer]
            ).map { row in
                CustomerTraces.SignIn(
                    question: row[0], in: Self.conversation(row, from: 2), expiresAt: Moment(milliseconds: row[1]))
            }
            let tokens = try Row.fetchAll(
                db,
                sql: """
                    SELECT provider, channel, customer, business FROM tokens
                    WHERE customer = ? ORDER BY business, channel, provider
                    """, arguments: [customer]
            ).map { CustomerTraces.Token(of: $0[0], in: Self.conversation($0, from: 1)) }
            return CustomerTraces(known: known, signIns: signIns, tokens: tokens)
        }
    }

    /// From `channel, customer, business`, starting at a column.
    private static func conversation(_ row: Row, from column: Int) -> ConversationKey {
        ConversationKey(channel: row[column], customer: row[column + 1], business: row[column + 2])
    }
}
