import Databases
import Foundation
import SQLStorage

extension ServerFacts {
    init(_ db: Database) throws {
        let began = Self.now
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT current_setting('server_version'), current_setting('server_version_num')::bigint,
                    current_setting('synchronous_commit'), current_setting('fsync'),
                    current_setting('full_page_writes'), current_setting('synchronous_standby_names'),
                    (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                    to_regclass('layouts') IS NOT NULL, current_setting('server_encoding')
                """)
        guard let row else { throw SQLError(.other, "the server does not describe itself") }
        let theirs: Int = row[6]
        self.init(
            version: row[0], versionNumber: row[1], isDurable: row[2] as String != "off",
            survivesCrash: row[3] as String == "on" && row[4] as String == "on", synchronousStandbys: row[5],
            hasTables: row[7], clockAhead: theirs - (began + Self.now) / 2)
        encoding = row[8]
        // The last queries: where one fails, so does the transaction.
        standbyWait = try? StandbyWait(db)
        if !hasTables { serversWithoutTables = (try? String.fetchAll(db, sql: Self.connectedServers)) ?? [] }
        if !synchronousStandbys.isEmpty {
            connectedStandbys = (try? String.fetchAll(db, sql: Self.standbys)) ?? []
        }
    }

    /// The standbys that are connected, without programs that keep the write-ahead log or a backup, and subscribers. Every
    /// user sees the names of all connections; only the role `pg_monitor` sees the state of a standby, and that it replays
    /// what it gets, as no such program does. Whether it confirms commits follows from its name.
    private static let standbys = """
        SELECT DISTINCT application_name FROM pg_stat_replication
        WHERE application_name NOT IN ('', 'pg_basebackup', 'pg_receivewal', 'barman_receive_wal')
            AND (state IS NULL OR replay_lsn IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM pg_replication_slots
                WHERE slot_type = 'logical' AND active_pid = pg_stat_replication.pid)
        ORDER BY 1
        """

    /// The servers that are connected to a database in which no schema has Usher's tables. Every user sees the names of all
    /// connections.
    private static let connectedServers = """
        SELECT DISTINCT substr(application_name, \(ConnectionName.prefix.count + 1)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
            AND application_name LIKE '\(ConnectionName.prefix)%'
            AND application_name NOT IN (\(commands))
            AND NOT EXISTS (SELECT 1 FROM pg_class WHERE relname = 'layouts' AND relkind = 'r')
        ORDER BY 1
        """

    private static let commands = ConnectionName.besideServers.map { "'\(ConnectionName.prefix)\($0)'" }
        .joined(separator: ", ")

    private static var now: Int { Int(Date().timeIntervalSince1970 * 1000) }
}
