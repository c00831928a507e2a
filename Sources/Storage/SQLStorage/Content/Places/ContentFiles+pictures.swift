import ConversationRuntime
import Databases
import Files
import Foundation

/// Pictures of versions of the flows, which are read from a folder: where each server has its own, the database has them
/// for all.
extension ContentFiles {
    private static func name(_ file: FlowVersion.File) -> String { ContentPieces.picture + file.checksum }

    /// Puts a picture of the folder into the database, unless it is there. Until a version refers to it, and again when none
    /// does any more, it is a draft that is removed after a day.
    func keepPicture(_ file: FlowVersion.File, in pictures: PublishedPictures) async throws {
        let name = Self.name(file)
        let size = try await pieces.engine.read { try ContentPieces.size(of: name, $0) }
        if size == file.size { return try await pieces.begin(name) }
        _ = try await write(pictures.place(of: file), as: name, sealedWith: nil)
    }

    /// Puts a picture of the database into the folder, unless it is there.
    func fetchPicture(_ file: FlowVersion.File, to pictures: PublishedPictures) async throws {
        guard !pictures.holds(file) else { return }
        let name = Self.name(file)
        guard let size = try await pieces.engine.read({ try ContentPieces.size(of: name, $0) }) else { return }
        let path = "\(workFolder)/\(UUID().uuidString.lowercased())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let source = PieceSource(name, in: pieces, size: size, length: ContentPieces.length)
        var copy = try NewFile(path)
        while let piece = try await source.next() { try copy.write(piece) }
        try copy.keep()
        try await pictures.keep(file, from: path)
    }
}
