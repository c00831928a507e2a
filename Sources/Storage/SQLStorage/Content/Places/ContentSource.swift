import ConversationRuntime
import Databases
import Files
import Foundation

/// Stored bytes, read in pieces of one length.
protocol ContentSource: AnyObject {
    /// The number of stored bytes.
    var size: Int { get }

    /// The next piece; `nil` at the end.
    func next() async throws -> Data?
}

/// A file on disk.
final class FileSource: ContentSource {
    private var pieces: FilePieces

    init(_ path: String, length: Int, from start: Int = 0) throws(FileError) {
        pieces = try FilePieces(of: path, length: length, from: start)
    }

    var size: Int { pieces.size }

    func next() async throws -> Data? {
        await Task.yield()
        return try pieces.next()
    }
}

/// A file in the database.
final class PieceSource: ContentSource {
    let size: Int
    private let pieces: ContentPieces
    private let name: String
    private let length: Int
    /// The next row to read.
    private var place: Int
    /// The bytes at the beginning of that row that are not wanted.
    private var skipped: Int
    private var read = Data()

    init(_ name: String, in pieces: ContentPieces, size: Int, length: Int, from start: Int = 0) {
        self.name = name
        self.pieces = pieces
        self.size = size
        self.length = length
        (place, skipped) = start.quotientAndRemainder(dividingBy: ContentPieces.length)
    }

    func next() async throws -> Data? {
        while read.count < length, let row = try await pieces.piece(place, of: name) {
            read += row.dropFirst(skipped)
            skipped = 0
            place += 1
        }
        let piece = read.prefix(length)
        read = Data(read.dropFirst(length))
        return piece.isEmpty ? nil : Data(piece)
    }
}
