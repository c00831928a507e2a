import Channels
public import ConversationRuntime
import Databases
import Expressions

/// Erasing all data of a customer.
extension SQLOperators {
    /// If there is no data of the customer, nothing is removed, and the copies made before an upgrade are kept.
    ///
    /// `secure_delete` overwrites deleted data with zeros, and the log is emptied, so that no file contains it any
    /// more.
    ///
    /// The entries of the audit log stay; in them, the hash of the receipt replaces the customer.
    public func erase(customer: String, recording entry: AuditEntry?) async throws -> Erasure {
        let erased = try await database.change { db in
            var erased = Erased()
            // Data under other ids is found through the customer's own id, which is erased last.
            for name in try CustomerNames.names(of: customer, db) {
                try erase(name, db, &erased)
                try AuditRows.erase(name, of: customer, db)
            }
            try CustomerNames.erase(customer, db)
            if var entry, !erased.isEmpty {
                entry.customer = AuditRows.pseudonym(of: customer)
                try AuditRows.insert(entry, db)
            }
            return erased
        }
        database.files.folder.remove(erased.files)
        var erasure = Erasure(
            sessions: erased.sessions, letters: erased.letters, customers: erased.customers, files: erased.files.count,
            traces: erased.traces, isThorough: true)
        // Done even if nothing was found: the next erasure completes one that was not thorough.
        let remains = await database.engine.eraseRemains(hasErased: !erasure.isEmpty)
        erasure.isThorough = remains.isThorough
        if remains.copies > 0 { erasure.traces[.copies] = remains.copies }
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

        var isEmpty: Bool {
            sessions == 0 && letters == 0 && customers == 0 && files.isEmpty && traces.allSatisfy { $0.value == 0 }
        }
    }

    /// Removes everything stored under one id.
    private func erase(_ customer: String, _ db: Database, _ erased: inout Erased) throws {
        erased.traces.merge(try Self.countTraces(of: customer, db), uniquingKeysWith: +)
        try BookingRows.erase(customer, db)
        let now = SystemClock().now
        let sessions = try Int64.fetchAll(
            db, sql: "SELECT id FROM sessions WHERE customer = ?", arguments: [customer])
        for session in sessions {
            try SessionRows.forget(SessionID(session), db)
            try Notices.leave(SessionID(session), at: now, in: db)
        }
        erased.sessions += sessions.count
        erased.customers += try CustomerRows.erase(customer, db)
        erased.letters += try DeadLetterRows.erase(customer, db)
        try SignInRows.erase(customer, db)
        try ChatRows.erase(customer, database.seal, db)
        try ResultRows.erase(customer, db)
        try PaymentRows.erase(customer, at: now, db)
        erased.files += try ContentRows.erase(customer, db)
    }

    /// Counts a customer's data besides sessions, dead letters and files.
    private static func countTraces(of customer: String, _ db: Database) throws -> [Erasure.Trace: Int] {
        let sessions = "session_id IN (SELECT id FROM sessions WHERE customer = ?1)"
        let conditions: [Erasure.Trace: String] = [
            .events: "history WHERE \(sessions)", .bubbles: "bubbles WHERE \(sessions)",
            .deliveries: "deliveries WHERE \(sessions)", .timers: "timers WHERE \(sessions)",
            .calls: "calls WHERE \(sessions)", .signIns: "sign_ins WHERE customer = ?1",
            .tokens: "tokens WHERE customer = ?1", .payments: "payments WHERE customer = ?1",
            .results: "results WHERE customer = ?1",
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
}
