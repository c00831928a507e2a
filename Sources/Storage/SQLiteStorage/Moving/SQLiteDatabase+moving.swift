package import Databases
import Foundation
import GRDB
package import SQLStorage

/// What a move needs of a file.
extension SQLiteDatabase {
    /// Runs `work` in one transaction, while no other process writes.
    ///
    /// - Throws: what `work` throws, or the error of the transaction; nothing has changed then.
    package func holding<Outcome>(_ work: (Databases.Database) throws -> Outcome) throws -> Outcome {
        let outcome = try pool.writeWithoutTransaction { db in
            var outcome: Outcome?
            try db.inTransaction(.immediate) {
                outcome = try work(db.asSQL)
                return .commit
            }
            return outcome
        }
        try file?.check()
        guard let outcome else { preconditionFailure("a transaction ended without its work") }
        return outcome
    }

    /// Closes the file for good if a move has brought nothing into it. Returns whether it did.
    package func closeIfEmpty() -> Bool {
        guard let found = try? pool.read({ try FoundData($0.asSQL) }), found.filled.isEmpty, found.source == nil,
            (try? pool.close()) != nil
        else { return false }
        return true
    }

    /// Where the file was moved; `nil` when it is in use here.
    package func movedAway() throws(StorageError) -> MovedMark? {
        do {
            return try pool.read { try MovedMark.read(.target, $0.asSQL) }
        } catch {
            throw StorageError(error, of: pool.path)
        }
    }

    /// What a file holds that is not opened for use; nothing when there is no file.
    ///
    /// - Throws: `StorageError` when it is no database.
    package static func found(at path: String) throws(StorageError) -> FoundData {
        guard FileManager.default.fileExists(atPath: path) else { return FoundData() }
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(Double(patience))
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read { try FoundData($0.asSQL) }
        } catch {
            throw StorageError(error, of: path)
        }
    }
}
