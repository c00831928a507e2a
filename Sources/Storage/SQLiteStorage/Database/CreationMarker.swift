import Files
import Foundation
import SQLStorage

/// The file beside a database that records that one was created there: `usher.sqlite.created`.
///
/// If it exists and the database does not, customers' conversations have been lost, and an empty database must not take
/// their place unless an operator requests it. Deleting the folder of the database deletes both.
struct CreationMarker {
    private let database: String

    private var path: String { database + ".created" }

    init(of database: String) { self.database = database }

    /// Ensures that no empty database replaces one that is missing.
    ///
    /// - Throws: `StorageError.missing`.
    func check() throws(StorageError) {
        if isAlone { throw .missing(database, marker: path) }
    }

    /// Whether the marker exists while the database is missing or an empty file.
    var isAlone: Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        var facts = stat()
        guard stat(database, &facts) == 0 else { return errno == ENOENT }
        return facts.st_size == 0
    }

    /// Creates the marker if it is missing. If that fails, the next start tries again.
    func leave() {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let text = """
            Usher has created a database here. If this file exists and the database does not, `usher serve` creates no
            empty one, unless it is started with --new-database.

            """
        do throws(FileError) {
            var file = try NewFile(path)
            try file.write(Data(text.utf8))
            try file.keep(lasting: true)
            try FileOwner(beside: path)?.take(path)
        } catch {}
    }
}
