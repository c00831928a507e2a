package import Databases
import Files
import Foundation

/// The files of customers and the pictures of flows that are in the folder beside a database, and that a move takes to the
/// folder beside another one.
///
/// A file gets a second name where the disk allows it, and is copied otherwise. Files in the database move with its rows.
package struct MovedFiles {
    private let content: (source: ContentFolder, target: ContentFolder)
    private let pictures: (source: PublishedPictures, target: PublishedPictures)
    private let owner: FileOwner?
    private let isSame: Bool

    /// The number of names read at a time.
    private static let page = 500

    /// - Parameters:
    ///   - source: the path beside which the folders are.
    ///   - target: the same for the other database.
    package init(from source: String, to target: String) {
        let limits = ContentLimits()
        content = (ContentFolder(database: source, limits), ContentFolder(database: target, limits))
        pictures = (PublishedPictures(database: source), PublishedPictures(database: target))
        owner = FileOwner(beside: target)
        isSame = content.source.path == content.target.path
    }

    /// Copies what the source names.
    package func copy(namedIn db: Database, for report: inout MoveReport) throws {
        try content.target.make()
        for folder in [content.target.path, content.target.workFolder] { try owner?.take(folder) }
        var (files, missing) = (0, 0)
        try names(in: db) { name, isWhole in
            if try copy(content.source.place(of: name), to: content.target.place(of: name)) {
                files += 1
            } else if isWhole {
                missing += 1
            }
        }
        try copyPictures(db)
        (report.files, report.missing, report.folder) = (files, missing, content.target.path)
    }

    /// Removes what `copy` has made for a target that remains empty.
    package func removeCopies(namedIn db: Database) throws {
        if isSame { return }
        try names(in: db) { name, _ in
            try? FileManager.default.removeItem(atPath: content.target.place(of: name))
        }
    }

    private func copyPictures(_ db: Database) throws {
        let names = try String.fetchAll(db, sql: "SELECT DISTINCT checksum FROM flow_files WHERE content IS NULL")
        if names.isEmpty { return }
        try FileManager.default.createDirectory(
            atPath: pictures.target.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let parent = URL(filePath: pictures.target.path).deletingLastPathComponent().path
        for folder in [parent, pictures.target.path] { try owner?.take(folder) }
        for name in names { _ = try copy("\(pictures.source.path)/\(name)", to: "\(pictures.target.path)/\(name)") }
    }

    /// Reads the names of the files in the folder, page by page.
    ///
    /// - Parameter take: receives a name, and whether the file is complete.
    private func names(in db: Database, _ take: (String, Bool) throws -> Void) throws {
        try names(
            in: db, of: "content",
            where: "NOT EXISTS (SELECT 1 FROM content_pieces WHERE content_pieces.file = content.file)"
        ) { try take($0, true) }
        try names(in: db, of: "uploads", where: "1 = 1") { try take(ContentFolder.growing($0), false) }
    }

    private func names(
        in db: Database, of table: String, where condition: String, _ take: (String) throws -> Void
    ) throws {
        var last = ""
        while true {
            let page = try String.fetchAll(
                db, sql: "SELECT file FROM \(table) WHERE file > ? AND \(condition) ORDER BY file LIMIT ?",
                arguments: [last, Self.page])
            for name in page { try take(name) }
            guard let end = page.last else { return }
            last = end
        }
    }

    /// Returns `false` when there is no such file.
    private func copy(_ path: String, to place: String) throws(FileError) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        if isSame { return true }
        // A file that grows must not grow in both folders.
        if !path.hasSuffix(ContentFolder.growing("")), try NewFile.link(path, to: place) { return true }
        var pieces = try FilePieces(of: path)
        var copy = try NewFile(place)
        while let piece = try pieces.next() { try copy.write(piece) }
        try copy.keep(lasting: true)
        try owner?.take(place)
        return true
    }
}
