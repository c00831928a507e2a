import ConversationRuntime
import Crypto
import Files
import Foundation

/// Files that come in pieces. They grow under a name of their own, and get the name of a kept file when they are whole: nothing
/// that is still being written lies under the name of something that is finished.
extension ContentFolder {
    /// What a file is called while it grows.
    static func growing(_ name: String) -> String { name + ".part" }

    /// Bytes of a file on its way that lie here.
    func received(of name: String) -> Int { GrowingFile.size(of: place(of: Self.growing(name))) }

    /// Writes bytes at their place in a file that grows, as long as it is this writer's turn.
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
            // What lies here stays: only what is new is written.
            let new = piece.dropFirst(max(0, held - next))
            try checkSpace(for: new.count)
            try turn.taken { try file.write(new, at: max(next, held)) }
            next += piece.count
        }
        return received(of: name)
    }

    /// Waits until a file on its way is on the disk, and measures it.
    func settle(_ name: String) async throws -> Facts {
        let path = place(of: Self.growing(name))
        try GrowingFile(path).makeLasting()
        var pieces = try FilePieces(of: path, length: SealedPieces.length)
        var hash = SHA256()
        while let piece = try pieces.next() {
            hash.update(data: piece)
            await Task.yield()
        }
        return Facts(size: pieces.size, checksum: Self.text(hash.finalize()))
    }

    /// Removes what lies here of a file on its way.
    func removeGrowing(_ name: String) {
        try? FileManager.default.removeItem(atPath: place(of: Self.growing(name)))
    }

    /// Gives a file that is whole its name.
    func finish(_ name: String) throws(FileError) {
        try NewFile.rename(place(of: Self.growing(name)), to: place(of: name))
    }

    /// Takes the name of a file back that turned out not to be kept: after a crash, or when the database refused it. Files on
    /// their way of older versions have the name of a whole file as well.
    func reopen(_ name: String) throws(FileError) {
        let manager = FileManager.default
        guard manager.fileExists(atPath: place(of: name)),
            !manager.fileExists(atPath: place(of: Self.growing(name)))
        else { return }
        try NewFile.rename(place(of: name), to: place(of: Self.growing(name)))
    }
}
