import GRDB

/// Accounts of operators, those who are signed in, tokens of programs, and the audit log.
///
/// An entry of the audit log is never changed, but for the id of a customer who is erased, and deleted only when it is
/// old.
enum Migration026 {
    static let identifier = "026"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE accounts (
                    name TEXT PRIMARY KEY,
                    role TEXT NOT NULL,
                    password TEXT NOT NULL,
                    is_disabled INTEGER NOT NULL,
                    failures INTEGER NOT NULL,
                    locked_until INTEGER,
                    created_at INTEGER NOT NULL,
                    changed_at INTEGER NOT NULL,
                    signed_in_at INTEGER
                ) STRICT;
                CREATE TABLE account_sessions (
                    digest TEXT PRIMARY KEY,
                    account TEXT NOT NULL,
                    started_at INTEGER NOT NULL,
                    used_at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX account_sessions_by_account ON account_sessions (account);
                CREATE TABLE api_tokens (
                    name TEXT PRIMARY KEY,
                    digest TEXT NOT NULL UNIQUE,
                    role TEXT,
                    rights TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    expires_at INTEGER,
                    used_at INTEGER
                ) STRICT;
                CREATE TABLE audit (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    at INTEGER NOT NULL,
                    actor TEXT NOT NULL,
                    act TEXT NOT NULL,
                    customer TEXT,
                    object TEXT,
                    details TEXT NOT NULL,
                    outcome TEXT NOT NULL
                ) STRICT;
                CREATE INDEX audit_by_time ON audit (at);
                CREATE INDEX audit_by_customer ON audit (customer) WHERE customer IS NOT NULL;
                """)
        try db.execute(
            sql: """
                CREATE TRIGGER audit_unchanged
                BEFORE UPDATE OF id, at, actor, act, object, details, outcome ON audit BEGIN
                    SELECT RAISE(ABORT, 'entries of the audit log cannot be changed');
                END;
                CREATE TRIGGER audit_kept BEFORE DELETE ON audit WHEN old.at > (strftime('%s') - 82800) * 1000 BEGIN
                    SELECT RAISE(ABORT, 'recent entries of the audit log cannot be deleted');
                END;
                """)
    }
}
