import GRDB

extension SQLiteDatabase {
    /// The version of the SQLite library that this program runs with.
    public static var libraryVersion: String {
        (try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }) ?? "unknown"
    }
}
