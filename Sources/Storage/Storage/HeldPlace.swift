import Databases
import SQLStorage
import SQLiteStorage

#if PostgreSQL
    import PostgreSQLStorage
#endif

/// An opened database of which a move has the only transaction that writes.
enum HeldPlace: Sendable {
    case file(SQLiteDatabase)
    #if PostgreSQL
        /// - onDelay: receives the reason when its commit waits for a standby.
        case server(PostgreSQLAddress, onDelay: (@Sendable (String) -> Void)?)
    #endif

    /// Runs `work` in one transaction, while others at most read.
    func holding<Outcome>(_ work: (Database) throws -> Outcome) throws -> Outcome {
        switch self {
        case .file(let database): return try database.holding(work)
        #if PostgreSQL
            case .server(let address, let onDelay):
                return try PostgreSQLDatabase.holding(address, onDelay: onDelay, work)
        #endif
        }
    }
}
