import ConversationRuntime
import Databases
import GRDB
import SQLStorage

/// The sessions of a copied database.
struct SQLiteSessionCopy: SessionCopy {
    private static let waits = """
        (status IN ('waiting', 'calling', 'with-person')
            OR EXISTS (SELECT 1 FROM live.timers WHERE session_id = sessions.id AND kind = 'reminder'))
        """

    /// The range of session numbers copied at a time.
    private static let step = 10_000

    private let folder: CopyFolder
    private let seal: Seal
    private let queue: DatabaseQueue

    init(folder: CopyFolder, seal: Seal) throws {
        self.folder = folder
        self.seal = seal
        queue = try DatabaseQueue(path: folder.database)
    }

    /// Copies the waiting sessions as of one point in time: all are read in one transaction.
    static func make(at path: String, of live: String, _ progress: (Double) -> Void) throws {
        var configuration = Configuration()
        // An interrupted copy is worthless, so it need not be durable.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH DATABASE ? AS live", arguments: [live])
            // An immediate transaction would block all writes to the live database as well.
            try db.inTransaction(.deferred) {
                try copy(to: db, progress)
                return .commit
            }
        }
        try queue.close()
    }

    private static func copy(to db: GRDB.Database, _ progress: (Double) -> Void) throws {
        try db.execute(
            sql: """
                CREATE TABLE main.sessions (
                    id INTEGER PRIMARY KEY, channel TEXT NOT NULL, customer TEXT NOT NULL, business TEXT NOT NULL,
                    revision INTEGER NOT NULL, state TEXT NOT NULL
                ) STRICT
                """)
        let last = try Int.fetchOne(db, sql: "SELECT MAX(id) FROM live.sessions") ?? 0
        for first in stride(from: 0, through: last, by: step) {
            try db.execute(
                sql: """
                    INSERT INTO main.sessions
                    SELECT id, channel, customer, business, revision, state FROM live.sessions AS sessions
                    WHERE id >= ? AND id < ? AND \(waits)
                    """, arguments: [first, first + step])
            progress(min(1, Double(first + step) / Double(last + 1)))
        }
    }

    func waitingCount() async throws -> Int {
        try await queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sessions") ?? 0 }
    }

    func waiting(after session: SessionID?, limit: Int) async throws -> [CopiedSession] {
        let rows = try await queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, channel, customer, business, revision, state FROM sessions
                    WHERE id > ? ORDER BY id LIMIT ?
                    """, arguments: [session?.number ?? 0, limit]
            ).map { SessionRow(row: Databases.Row($0)) }
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
        try await queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM sessions)
                    WHERE place % ? = 0 ORDER BY id
                    """, arguments: [size]
            ).map { SessionID($0[0]) }
        }
    }

    func remove() {
        try? queue.close()
        folder.remove()
    }
}
