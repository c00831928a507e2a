import GRDB

@testable import ConversationRuntime
@testable import SQLStorage
@testable import SQLiteStorage

/// The commands of operators, in a separate process beside the server. It keeps the database open while the disk works:
/// when the server is stopped or killed, it continues, and the next server starts beside it.
struct Commander: Sendable {
    let operations: Operations
    private let database: SQLiteDatabase

    /// Returns `nil` when the database cannot be opened.
    init?(_ disk: Disk, _ outside: Outside, key: StorageKey) {
        guard let database = try? SQLiteDatabase(path: disk.database, isOwner: false, key: key, waits: false) else {
            return nil
        }
        self.database = database
        var operations = Operations(
            sessions: database.sessions, operators: database.operators, clock: outside.clock)
        operations.chance = { outside.chance.seed() }
        self.operations = operations
    }

    func close() { try? database.pool.close() }
}
