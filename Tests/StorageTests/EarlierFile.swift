import GRDB
import Storage
import Testing

/// A file of an earlier layout.
enum EarlierFile {
    /// - Parameter sql: its tables and rows.
    static func make(_ place: StoragePlace, _ sql: String) throws {
        guard case .file(let path) = place else {
            Issue.record("an earlier layout is that of a file")
            return
        }
        let database = try DatabaseQueue(path: path)
        try database.writeWithoutTransaction { try $0.execute(sql: sql) }
        try database.close()
    }
}
