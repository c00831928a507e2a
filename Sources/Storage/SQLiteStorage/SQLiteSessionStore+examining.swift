import Concurrency
import Files
import Foundation
import GRDB

extension SQLiteSessionStore {
    /// What SQLite finds wrong with the file; `nil` when nothing is.
    public func fault() async throws -> String? {
        let found = try await read { try String.fetchAll($0, sql: "PRAGMA quick_check(3)") }
        return found == ["ok"] ? nil : found.joined(separator: "; ")
    }

    /// Reads a database from its beginning to its end: what is looked through next lies in memory then, and jumping in it, as
    /// `fault` does, costs the disk many times as much.
    ///
    /// Not while this process has the database open: closing a file releases all locks of a process on it (fcntl(2)), those of
    /// SQLite too.
    ///
    /// - Parameter progress: called with how much of the file has been read, from 0 to 1.
    public static func readAhead(_ path: String, _ progress: @escaping @Sendable (Double) -> Void) async {
        try? await onThreadOfItsOwn { readPieces(path, progress) }
    }

    private static func readPieces(_ path: String, _ progress: (Double) -> Void) {
        // What cannot be read here is found when it is opened.
        guard var pieces = try? FilePieces(of: path, length: 4 << 20) else { return }
        var seen = 0
        while let piece = try? pieces.next() {
            seen += piece.count
            progress(min(1, Double(seen) / Double(max(1, pieces.size))))
        }
    }

    /// The number of the file's layout.
    public func layout() async throws -> String { try await read { try Layout(of: $0).current ?? "none" } }

    /// Whether what is private can be opened.
    public var hasKey: Bool { seal.hasKey }

    /// Whether a server owns the file just now.
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
