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
        case server(PostgreSQLAddress)
    #endif

    /// Runs `work` in one transaction, while others at most read.
    func holding<Outcome>(_ work: (Database) throws -> Outcome) throws -> Outcome {
        switch self {
        case .file(let database): return try database.holding(work)
        #if PostgreSQL
            case .server(let address): return try PostgreSQLDatabase.holding(address, work)
        #endif
        }
    }
}
