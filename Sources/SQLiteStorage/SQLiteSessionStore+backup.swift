import Files
import Foundation
import GRDB

extension SQLiteSessionStore {
    /// Copies the database and the files of customers into a new folder, while others go on working.
    ///
    /// The folder has the layout of the original, so that a server whose `storage.path` names the copy runs on it. It
    /// appears whole or not at all. What is private stays sealed: the key is not in it.
    ///
    /// - Parameters:
    ///   - folder: must not be there yet, or be empty.
    ///   - progress: told how much is copied, from 0 to 1.
    /// - Throws: `BackupError`.
    public func backUp(to folder: String, _ progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws
        -> Backup
    {
        let target = try BackupFolder(folder, database: pool.path)
        do {
            let copy = try DatabaseQueue(path: target.database)
            try await copyDatabase(to: copy, progress)
            if let fault = try Self.fault(of: copy) { throw BackupError("the copy is damaged: \(fault)") }
            let files = try await copyFiles(of: copy, to: target, progress)
            try await copyPictures(of: copy, to: target)
            try copy.close()
            let backup = try target.finish(files: files)
            noteBackup()
            return backup
        } catch {
            target.remove()
            throw error as? BackupError ?? BackupError(error, in: folder)
        }
    }

    /// On a thread of its own: the few that all tasks share must not wait for a disk that long.
    private func copyDatabase(to copy: DatabaseQueue, _ progress: @escaping @Sendable (Double) -> Void) async throws {
        try await withCheckedThrowingContinuation { (copied: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global(qos: .utility).async { [pool] in
                copied.resume(
                    with: Result {
                        try pool.backup(to: copy, pagesPerStep: 1_000) { done in
                            progress(Double(done.completedPageCount) / Double(max(1, done.totalPageCount)) / 2)
                        }
                    })
            }
        }
    }

    /// What was erased or ran out since the database was copied is not there any more, and belongs into no copy.
    private func copyFiles(
        of copy: DatabaseQueue, to target: BackupFolder, _ progress: @Sendable (Double) -> Void
    ) async throws -> Int {
        let names = try await copy.read { try String.fetchAll($0, sql: "SELECT file FROM content ORDER BY file") }
        var count = 0
        for (number, name) in names.enumerated() {
            try Task.checkCancellation()
            if try target.copy(name, from: folder.path) { count += 1 }
            progress(0.5 + Double(number + 1) / Double(names.count) / 2)
        }
        return count
    }

    /// The pictures of published flows, without which they would not run whole.
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

/// What a backup holds.
public struct Backup: Sendable, Hashable {
    /// The copy of the database.
    public var database: String
    /// Bytes of the database.
    public var size: Int
    /// How many files of customers lie beside it.
    public var files: Int
}

/// Why there is no backup, in a sentence.
public struct BackupError: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// Whether the same may work later.
    public let isTemporary: Bool

    init(_ description: String) {
        self.description = description
        isTemporary = false
    }

    init(_ error: any Error, in folder: String) {
        let trouble = StorageTrouble(error, at: folder)
        description = trouble?.description ?? "\(error)"
        isTemporary = trouble?.isTemporary ?? false
    }
}

/// A folder that grows under another name, and gets its own when everything is in it.
private struct BackupFolder {
    private let path: String
    private let growing: String
    private let name: String

    var database: String { "\(growing)/\(name)" }
    private var content: String { "\(growing)/content/\(name)" }
    private var pictures: String { "\(growing)/published/\(name)" }

    init(_ folder: String, database: String) throws(BackupError) {
        let url = URL(filePath: folder).standardizedFileURL
        path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
        growing = path + ".partial"
        name = URL(filePath: database).lastPathComponent
        let manager = FileManager.default
        if let found = try? manager.contentsOfDirectory(atPath: path), !found.isEmpty {
            throw BackupError("\(path) holds something; name a folder that is not there yet")
        }
        guard !manager.fileExists(atPath: growing) else {
            throw BackupError(
                "\(growing) is left of a backup that was cut off, or one is being made; remove it if none is")
        }
        do {
            try manager.createDirectory(
                atPath: content, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: growing)
        } catch {
            guard let trouble = StorageTrouble(error, at: growing), trouble.isTemporary else {
                throw BackupError("\(growing) cannot be made: \(error.localizedDescription)")
            }
            throw BackupError(trouble, in: growing)
        }
    }

    func makePictures() throws {
        try FileManager.default.createDirectory(
            atPath: pictures, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func copyPicture(_ name: String, from folder: String) throws {
        _ = try copy("\(folder)/\(name)", to: "\(pictures)/\(name)")
    }

    func copy(_ file: String, from folder: String) throws -> Bool {
        try copy("\(folder)/\(file)", to: "\(content)/\(file)")
    }

    /// Returns `false` when there is no such file any more.
    private func copy(_ source: String, to place: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: source) else { return false }
        var pieces = try FilePieces(of: source)
        var copy = try NewFile(place)
        while let piece = try pieces.next() { try copy.write(piece) }
        try copy.keep(lasting: true)
        return true
    }

    func finish(files: Int) throws -> Backup {
        let manager = FileManager.default
        for suffix in ["-wal", "-shm", "-journal"] { try? manager.removeItem(atPath: database + suffix) }
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: database)
        let size = try manager.attributesOfItem(atPath: database)[.size] as? Int ?? 0
        // An empty folder may be in the way; `rename` takes its place.
        guard rename(growing, path) == 0 else { throw BackupError("\(path): \(String(cString: strerror(errno)))") }
        return Backup(database: "\(path)/\(name)", size: size, files: files)
    }

    func remove() { try? FileManager.default.removeItem(atPath: growing) }
}
