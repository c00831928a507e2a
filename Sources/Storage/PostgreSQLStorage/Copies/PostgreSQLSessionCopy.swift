import Concurrency
import ConversationRuntime
import Databases
import SQLStorage

/// The sessions that wait, as of one moment: a transaction that reads while others write, on a connection of its own.
///
/// The server keeps what has been replaced since then as long as the transaction lasts, so `remove` ends it.
struct PostgreSQLSessionCopy: SessionCopy {
    private let seal: Seal
    private let reader: LongReader

    private static let waits = """
        (status IN ('waiting', 'calling', 'with-person')
            OR EXISTS (SELECT 1 FROM timers WHERE session_id = sessions.id AND kind = 'reminder'))
        """

    init(of address: PostgreSQLAddress, _ seal: Seal) async throws {
        self.seal = seal
        reader = LongReader(address)
        // The first query decides on the moment.
        _ = try await waitingCount()
    }

    func waitingCount() async throws -> Int {
        try await reader.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sessions WHERE \(Self.waits)") ?? 0 }
    }

    func waiting(after session: SessionID?, limit: Int) async throws -> [CopiedSession] {
        let rows = try await reader.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, channel, customer, business, revision, state FROM sessions
                    WHERE id > ? AND \(Self.waits) ORDER BY id LIMIT ?
                    """, arguments: [session?.number ?? 0, limit]
            ).map(SessionRow.init)
        }
        return rows.map { row in
            do throws(UnreadableSession) {
                return .session(try StoredSession(row, seal))
            } catch {
                return .unreadable(row.id, error.reason)
            }
        }
    }

    func pageEnds(every size: Int) async throws -> [SessionID] {
        try await reader.read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT id FROM
                        (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM sessions WHERE \(Self.waits)) AS numbered
                    WHERE place % ? = 0 ORDER BY id
                    """, arguments: [size]
            ).map { SessionID($0) }
        }
    }

    func remove() { Task { await reader.end() } }
}

/// A transaction of many reads, all of which see the same moment. It ends with its reader.
private actor LongReader {
    private let executor = BlockingExecutor("usher.postgresql.copy")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let address: PostgreSQLAddress
    private var connection: PostgreSQLConnection?
    private var hasEnded = false

    init(_ address: PostgreSQLAddress) { self.address = address }

    /// - Throws: also when the connection has been lost: another one would see another moment.
    func read<Value: Sendable>(_ work: @Sendable (Database) throws -> Value) throws -> Value {
        if connection == nil, !hasEnded { connection = try begun() }
        guard let connection, connection.isUsable else {
            throw SQLError(.unavailable, "the connection of the dry run has ended")
        }
        return try work(Database(connection))
    }

    private func begun() throws -> PostgreSQLConnection {
        var address = address
        address.patience = .seconds(330)
        let connection = try address.connect()
        // The reader compares thousands of sessions between two pages.
        try connection.run("SET idle_in_transaction_session_timeout TO '10min'; SET statement_timeout TO '5min'")
        try connection.begin(.read)
        return connection
    }

    func end() {
        hasEnded = true
        connection?.rollback()
        connection = nil
    }
}
