import Files
import Foundation

/// The file beside a database which says that one was created there: `usher.sqlite.created`.
///
/// Where it lies and the database does not, customers' conversations have gone, and an empty database must not take their
/// place unless an operator wants that. Who deletes the folder of the database deletes both.
struct CreationMarker {
    private let database: String

    private var path: String { database + ".created" }

    init(of database: String) { self.database = database }

    /// Makes sure that no empty database takes the place of one that has gone.
    ///
    /// - Throws: `StorageError.missing`.
    func check() throws(StorageError) {
        if isAlone { throw .missing(database, marker: path) }
    }

    /// Whether the marker is there, and a database is not, or is an empty file.
    var isAlone: Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        var facts = stat()
        guard stat(database, &facts) == 0 else { return errno == ENOENT }
        return facts.st_size == 0
    }

    /// Leaves the marker, if it is not there. When that fails, the next start tries again.
    func leave() {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let text = """
            Usher has created a database here. While this file is there and the database is not, `usher serve` begins no
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
