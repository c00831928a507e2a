import CSQLite
import GRDB

extension SQLiteDatabase {
    /// Turns off SQLite's statistics about memory, for which it takes a lock at each allocation, in the whole process. Must come
    /// before anything else that uses SQLite, and has no effect later (sqlite.org, SQLITE_CONFIG_MEMSTATUS).
    public static func omitStatistics() { _ = csqlite_without_statistics() }

    /// The version of the SQLite library that this program runs with.
    public static var libraryVersion: String {
        (try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }) ?? "unknown"
    }
}
