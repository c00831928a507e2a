import ConversationRuntime
import Databases
import Expressions

/// The rows of accounts and of tokens.
enum AccountRows {
    static let columns =
        "name, role, password, is_disabled, failures, locked_until, created_at, changed_at, signed_in_at"
    static let tokenColumns = "name, digest, role, rights, created_at, expires_at, used_at"

    static func account(_ name: String, _ db: Database) throws -> Account? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM accounts WHERE name = ?", arguments: [name])
            .map(Account.init(row:))
    }

    static func update(_ account: Account, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE accounts SET role = ?, password = ?, is_disabled = ?, failures = ?, locked_until = ?, changed_at = ?
                WHERE name = ?
                """,
            arguments: [
                account.role.rawValue, account.password, account.isDisabled, account.failures,
                account.lockedUntil?.milliseconds, account.changedAt.milliseconds, account.name,
            ])
    }

    static func endSessions(of account: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM account_sessions WHERE account = ?", arguments: [account])
    }
}

/// A role that a newer version of Usher has given to an account or a token.
struct UnknownRole: Error, CustomStringConvertible {
    let name: String
    let role: String

    var description: String { "`\(name)` has the role `\(role)`, which this version of Usher does not know" }
}

extension Role {
    fileprivate init(stored role: String, of name: String) throws {
        guard let known = Role(rawValue: role) else { throw UnknownRole(name: name, role: role) }
        self = known
    }
}

extension Account {
    /// From `AccountRows.columns`.
    init(row: Row) throws {
        let name: String = row[0]
        self.init(
            name: name, role: try Role(stored: row[1], of: name), password: row[2], at: Moment(milliseconds: row[6]))
        isDisabled = row[3]
        failures = row[4]
        lockedUntil = (row[5] as Int?).map { Moment(milliseconds: $0) }
        changedAt = Moment(milliseconds: row[7])
        signedInAt = (row[8] as Int?).map { Moment(milliseconds: $0) }
    }
}

extension APIToken {
    /// From `AccountRows.tokenColumns`. Rights that this version does not know are left out.
    init(row: Row) throws {
        let name: String = row[0]
        self.init(
            name: name, digest: row[1], role: try (row[2] as String?).map { try Role(stored: $0, of: name) },
            rights: Set((row[3] as String).split(separator: " ").compactMap { Right(rawValue: String($0)) }),
            createdAt: Moment(milliseconds: row[4]), expiresAt: (row[5] as Int?).map { Moment(milliseconds: $0) })
        usedAt = (row[6] as Int?).map { Moment(milliseconds: $0) }
    }
}
