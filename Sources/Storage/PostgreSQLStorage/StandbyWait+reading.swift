import Databases
import SQLStorage

/// Asked without a transaction that writes, since that would wait itself.
extension StandbyWait {
    /// A user without the role `pg_monitor` sees the waits of its own connections, and that a standby is connected, but not
    /// which.
    private static let query = """
        SELECT current_setting('synchronous_standby_names'), (SELECT count(*) FROM pg_stat_replication),
            (SELECT count(*) FROM pg_stat_activity
                WHERE wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '2 seconds')
        """

    init(_ db: Database) throws {
        guard let row = try Row.fetchOne(db, sql: Self.query) else {
            throw SQLError(.other, "the server does not describe its standbys")
        }
        self.init(row)
    }

    /// - Returns: `nil` for a server that does not describe its standbys.
    init?(_ connection: PostgreSQLConnection) throws(SQLError) {
        guard let row = try connection.answer(to: Self.query)?.first else { return nil }
        self.init(row)
    }

    /// The error of a transaction that failed because of it.
    func error(_ kind: SQLFaultKind) -> SQLError { SQLError(kind, description, waitsForStandby: true) }

    private init(_ row: Row) { self.init(names: row[0], connected: row[1], waiting: row[2]) }
}
