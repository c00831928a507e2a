public import ConversationRuntime
import Databases
public import Expressions

/// The accounts of operators, those who are signed in, and the tokens of programs.
public struct SQLAccounts: AccountStore {
    let database: StoredData

    public func accounts() async throws -> [Account] {
        try await database.read { db in
            try Row.fetchAll(db, sql: "SELECT \(AccountRows.columns) FROM accounts ORDER BY name")
                .map(Account.init(row:))
        }
    }

    public func account(_ name: String) async throws -> Account? {
        try await database.read { try AccountRows.account(name, $0) }
    }

    public func add(_ account: Account, recording entry: AuditEntry) async throws -> Bool {
        try await database.change { db in
            try db.execute(
                sql: """
                    INSERT INTO accounts (name, role, password, is_disabled, failures, created_at, changed_at)
                    VALUES (?, ?, ?, ?, 0, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    account.name, account.role.rawValue, account.password, account.isDisabled,
                    account.createdAt.milliseconds, account.changedAt.milliseconds,
                ])
            guard db.changesCount == 1 else { return false }
            try AuditRows.insert(entry, db)
            return true
        }
    }

    public func change(
        account name: String, _ change: AccountChange, at moment: Moment, recording entry: AuditEntry
    ) async throws -> Bool {
        try await database.change { db in
            guard var account = try AccountRows.account(name, db) else { return false }
            account.role = change.role ?? account.role
            account.password = change.password ?? account.password
            account.isDisabled = change.isDisabled ?? account.isDisabled
            account.changedAt = moment
            if change.unlocks || change.password != nil { (account.failures, account.lockedUntil) = (0, nil) }
            try AccountRows.update(account, db)
            if change.endsSessions { try AccountRows.endSessions(of: name, db) }
            try AuditRows.insert(entry, db)
            return true
        }
    }

    public func remove(account name: String, recording entry: AuditEntry) async throws -> Bool {
        try await database.change { db in
            try AccountRows.endSessions(of: name, db)
            try DraftRows.removeAll(by: "account \(name)", db)
            try db.execute(sql: "DELETE FROM accounts WHERE name = ?", arguments: [name])
            guard db.changesCount == 1 else { return false }
            try AuditRows.insert(entry, db)
            return true
        }
    }

    // Signing in.

    public func beginSignIn(_ name: String, at moment: Moment, lockOut: LockOut) async throws -> SignInAttempt {
        try await database.change { db in
            // Before it is read, so that no attempt at the same time sees the same number of failures.
            try db.execute(
                sql: """
                    UPDATE accounts SET failures = failures + 1
                    WHERE name = ? AND is_disabled = 0 AND (locked_until IS NULL OR locked_until <= ?)
                    """, arguments: [name, moment.milliseconds])
            guard db.changesCount == 1, var account = try AccountRows.account(name, db) else { return .closed }
            account.lockedUntil = lockOut.end(after: account.failures, at: moment)
            try AccountRows.update(account, db)
            return .open(account)
        }
    }

    public func endSignIn(
        of account: Account, password: String?, session: OperatorSession, recording entry: AuditEntry?
    ) async throws -> Bool {
        try await database.change { db in
            // Who was disabled or has got another password meanwhile is not let in.
            try db.execute(
                sql: """
                    UPDATE accounts SET failures = 0, locked_until = NULL, signed_in_at = ?, password = ?
                    WHERE name = ? AND password = ? AND is_disabled = 0
                    """,
                arguments: [
                    session.startedAt.milliseconds, password ?? account.password, account.name, account.password,
                ])
            guard db.changesCount == 1 else { return false }
            try db.execute(
                sql: "INSERT INTO account_sessions (digest, account, started_at, used_at) VALUES (?, ?, ?, ?)",
                arguments: [
                    session.digest, session.account, session.startedAt.milliseconds, session.usedAt.milliseconds,
                ])
            try AuditRows.insert(entry, db)
            return true
        }
    }

    public func operatorSession(_ digest: String) async throws -> SignedInOperator? {
        try await database.read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT account, started_at, used_at FROM account_sessions WHERE digest = ?",
                arguments: [digest])
            guard let row, let account = try AccountRows.account(row[0], db) else { return nil }
            return SignedInOperator(
                session: OperatorSession(
                    digest: digest, account: account.name, startedAt: Moment(milliseconds: row[1]),
                    usedAt: Moment(milliseconds: row[2])), account: account)
        }
    }

    public func noteUse(ofSession digest: String, at moment: Moment) async throws {
        try await database.perform { db in
            try db.execute(
                sql: "UPDATE account_sessions SET used_at = ? WHERE digest = ? AND used_at < ?",
                arguments: [moment.milliseconds, digest, moment.milliseconds])
        }
    }

    public func endSession(_ digest: String, recording entry: AuditEntry?) async throws {
        try await database.change { db in
            try db.execute(sql: "DELETE FROM account_sessions WHERE digest = ?", arguments: [digest])
            if db.changesCount == 1 { try AuditRows.insert(entry, db) }
        }
    }

    public func forgetSessions(begunBefore start: Moment, usedBefore use: Moment) async throws -> Int {
        try await database.perform { db in
            try db.execute(
                sql: "DELETE FROM account_sessions WHERE started_at < ? OR used_at < ?",
                arguments: [start.milliseconds, use.milliseconds])
            return db.changesCount
        }
    }
}
