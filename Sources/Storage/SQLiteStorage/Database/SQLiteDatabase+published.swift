public import ConversationRuntime
import Foundation
import GRDB
public import SQLStorage

/// What an SQLite file says of its flows before a server opens it.
extension SQLiteDatabase {
    /// The last publication in a database, read before a store is opened; `nil` also when there is no database.
    ///
    /// A file with an older layout is read as it is; it is not migrated.
    public static func published(at path: String) throws(StorageError) -> (
        publication: Publication, version: FlowVersion
    )? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try queue.read { db in
                guard try db.tableExists("publications"), let publication = try FlowRows.publication(db.asSQL),
                    let version = try FlowRows.version(publication.version, db.asSQL)
                else { return nil }
                return (publication, version)
            }
        } catch {
            throw StorageError(error, of: path)
        }
    }
}
