import ConversationRuntime
import Crypto
package import Files
import Foundation

/// Files that are uploaded in pieces. They grow under a temporary name and are renamed to the name of a stored file
/// when complete, so that no unfinished file has the name of a finished one.
extension ContentFolder {
    /// The name of a file while it grows.
    package static func growing(_ name: String) -> String { name + ".part" }

    /// The stored bytes of an upload in progress.
    func received(of name: String) -> Int { GrowingFile.size(of: place(of: Self.growing(name))) }

    /// Writes bytes at their offset in a growing file, as long as this writer has not been superseded.
    func append<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, to name: String, at start: Int, upTo size: Int, _ turn: UploadTurn
    ) async throws -> Int where Pieces.Element == Data {
        let held = received(of: name)
        guard start <= held else { throw ContentError.gap(received: held) }
        try checkSpace(for: size - held)
        let file = try GrowingFile(place(of: Self.growing(name)))
        var next = start
        for try await piece in pieces {
            guard piece.count <= size - next else { throw ContentError.tooLong }
            // Bytes that are already stored are kept: only new ones are written.
            let known = piece.prefix(max(0, held - next))
            let new = piece.dropFirst(known.count)
            try checkSpace(for: new.count)
            guard try file.holds(known, at: next) else { throw ContentError.differs }
            try turn.taken { try file.write(new, at: max(next, held)) }
            next += piece.count
        }
        return received(of: name)
    }

    /// Waits until an upload is on disk, and measures it.
    func settle(_ name: String) async throws -> ContentFiles.Facts {
        let path = place(of: Self.growing(name))
        try GrowingFile(path).makeLasting()
        var pieces = try FilePieces(of: path, length: SealedPieces.length)
        var hash = SHA256()
        while let piece = try pieces.next() {
            hash.update(data: piece)
            await Task.yield()
        }
        return ContentFiles.Facts(size: pieces.size, checksum: Self.text(hash.finalize()))
    }

    /// Removes the stored bytes of an upload in progress.
    func removeGrowing(_ name: String) {
        try? FileManager.default.removeItem(atPath: place(of: Self.growing(name)))
    }

    /// Gives a complete file its final name.
    func finish(_ name: String) throws(FileError) {
        try NewFile.rename(place(of: Self.growing(name)), to: place(of: name))
    }

    /// Renames a file back to its temporary name if it turned out not to be stored: after a crash, or when the database
    /// rejected it. Uploads in progress that older versions have left also have a final name.
    package func reopen(_ name: String) throws(FileError) {
        let manager = FileManager.default
        guard manager.fileExists(atPath: place(of: name)),
            !manager.fileExists(atPath: place(of: Self.growing(name)))
        else { return }
        try NewFile.rename(place(of: name), to: place(of: Self.growing(name)))
    }
}
