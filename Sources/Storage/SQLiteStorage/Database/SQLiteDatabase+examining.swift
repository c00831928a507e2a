import Concurrency
import Files
import Foundation
import GRDB
import SQLStorage

extension SQLiteDatabase {
    /// The damage that SQLite finds in the file; `nil` when there is none.
    public func fault() async throws -> String? {
        let found = try await pool.read { try String.fetchAll($0, sql: "PRAGMA quick_check(3)") }
        return found == ["ok"] ? nil : found.joined(separator: "; ")
    }

    /// Reads a database sequentially from beginning to end, so that the following check finds it in memory: random
    /// access, as `fault` performs it, costs the disk many times as much.
    ///
    /// Must not be called while this process has the database open: closing a file releases all locks of the process on
    /// it (fcntl(2)), including those of SQLite.
    ///
    /// - Parameter progress: receives the fraction of the file read, from 0 to 1.
    public static func readAhead(_ path: String, _ progress: @escaping @Sendable (Double) -> Void) async {
        try? await onThreadOfItsOwn { readPieces(path, progress) }
    }

    private static func readPieces(_ path: String, _ progress: (Double) -> Void) {
        // A file that cannot be read here is reported when it is opened.
        guard var pieces = try? FilePieces(of: path, length: 4 << 20) else { return }
        var seen = 0
        while let piece = try? pieces.next() {
            seen += piece.count
            progress(min(1, Double(seen) / Double(max(1, pieces.size))))
        }
    }

    /// The number of the file's layout.
    public func layout() async throws -> String { try await pool.read { try Layout(of: $0).current ?? "none" } }

    /// Whether private data can be decrypted.
    public var hasKey: Bool { seal.hasKey }

    /// Whether a server owns the file at present.
    public static func isOwned(_ path: String) -> Bool {
        do throws(StorageError) {
            _ = try OwnershipLock(database: path)
            return false
        } catch {
            if case .inUse = error { return true }
            return false
        }
    }
}
