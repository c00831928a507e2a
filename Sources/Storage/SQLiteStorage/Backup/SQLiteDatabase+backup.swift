import Concurrency
import Files
import Foundation
import GRDB
import SQLStorage

extension SQLiteDatabase {
    /// Copies the database and customers' files into a new folder, while other processes continue to work.
    ///
    /// The folder has the layout of the original, so that a server whose `storage.path` names the copy can run on it.
    /// It appears atomically. Private data stays sealed: the copy does not include the key.
    ///
    /// - Parameters:
    ///   - folder: must not exist yet, or must be empty.
    ///   - progress: receives the fraction copied, from 0 to 1.
    /// - Throws: `BackupError`.
    public func backUp(to folder: String, _ progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws
        -> Backup
    {
        let target = try BackupFolder(folder, database: pool.path)
        do {
            let copy = try DatabaseQueue(path: target.database)
            try await copyDatabase(to: copy) { progress($0 / 2) }
            if let fault = try Self.fault(of: copy) { throw BackupError("the copy is damaged: \(fault)") }
            let files = try await copyFiles(of: copy, to: target, progress)
            try await copyPictures(of: copy, to: target)
            try copy.close()
            let backup = try target.finish(files: files.count, missing: files.missing)
            BackupMarker(of: pool.path).touch()
            return backup
        } catch {
            target.remove()
            throw error as? BackupError ?? BackupError(error, in: folder)
        }
    }

    /// Runs on its own thread: copying a large database takes long, and must not block the few threads that all tasks
    /// share.
    private func copyDatabase(
        to copy: DatabaseQueue, _ progress: @escaping @Sendable (Double) -> Void
    ) async throws {
        try await onThreadOfItsOwn { [pool] in
            try pool.backup(to: copy, pagesPerStep: 1_000) { done in
                progress(Double(done.completedPageCount) / Double(max(1, done.totalPageCount)))
            }
        }
    }

    /// Copies the files named by the copied database. A file erased or expired since the database was copied is
    /// skipped. A file renamed since, because it was resealed with another key, is copied under its new name, and the
    /// copy of the database is updated.
    private func copyFiles(
        of copy: DatabaseQueue, to target: BackupFolder, _ progress: @Sendable (Double) -> Void
    ) async throws -> (count: Int, missing: Int) {
        let files = try await copy.read { db in
            try Row.fetchAll(db, sql: "SELECT id, file FROM content \(Self.inFolder) ORDER BY file").map(
                CopiedFile.init(row:))
        }
        var (count, missing) = (0, 0)
        var renamed: [CopiedFile] = []
        for (number, file) in files.enumerated() {
            try Task.checkCancellation()
            switch try await self.copy(file, to: target) {
            case .copied(let name):
                count += 1
                if name != file.name { renamed.append(CopiedFile(id: file.id, name: name)) }
            case .gone: break
            case .missing: missing += 1
            }
            progress(0.5 + Double(number + 1) / Double(files.count) / 2)
        }
        try await rename(renamed, in: copy)
        return (count, missing)
    }

    /// Files in the database are in its copy.
    static let inFolder = "WHERE NOT EXISTS (SELECT 1 FROM content_pieces WHERE content_pieces.file = content.file)"

    private func copy(_ file: CopiedFile, to target: BackupFolder) async throws -> FileOutcome {
        var name = file.name
        while try !target.copy(name, from: folder.path) {
            let current = try await pool.read {
                try String.fetchOne($0, sql: "SELECT file FROM content WHERE id = ?", arguments: [file.id])
            }
            guard let current else { return .gone }
            if current == name { return .missing }
            name = current
        }
        return .copied(name)
    }

    private func rename(_ files: [CopiedFile], in copy: DatabaseQueue) async throws {
        if files.isEmpty { return }
        try await copy.write { db in
            for file in files {
                try db.execute(sql: "UPDATE content SET file = ? WHERE id = ?", arguments: [file.name, file.id])
            }
        }
        // Otherwise closing the copy would do this, and could not report a failure.
        try await copy.writeWithoutTransaction { db in
            guard try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
                throw BackupError("the copy cannot be completed")
            }
        }
    }

    /// Copies the pictures of published flows, without which the flows would be incomplete.
    private func copyPictures(of copy: DatabaseQueue, to target: BackupFolder) async throws {
        let names = try await copy.read { db in
            try String.fetchAll(db, sql: "SELECT DISTINCT checksum FROM flow_files WHERE content IS NULL")
        }
        if names.isEmpty { return }
        try target.makePictures()
        for name in names {
            try Task.checkCancellation()
            try target.copyPicture(name, from: published.path)
        }
    }

    private static func fault(of copy: DatabaseQueue) throws -> String? {
        let found = try copy.read { try String.fetchAll($0, sql: "PRAGMA quick_check(3)") }
        return found == ["ok"] ? nil : found.joined(separator: "; ")
    }
}

/// A customer's file to be copied.
private struct CopiedFile {
    let id: String
    let name: String

    init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// From `id, file`.
    init(row: Row) { self.init(id: row[0], name: row[1]) }
}

private enum FileOutcome {
    /// Copied under this name.
    case copied(String)
    /// It was erased, or has expired.
    case gone
    /// The database names it, but it does not exist.
    case missing
}
