import ConversationRuntime
import Crypto
import Databases
import Files
import Foundation

/// Files that are uploaded in pieces.
extension ContentFiles {
    /// The stored bytes of an upload in progress.
    func received(of name: String, _ db: Database) throws -> Int {
        switch place {
        case .folder: folder.received(of: name)
        case .database: try ContentPieces.size(of: name, db) ?? 0
        }
    }

    /// Writes bytes at their offset in an upload, as long as this writer has not been superseded.
    func append<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, to name: String, at start: Int, upTo size: Int, _ turn: UploadTurn
    ) async throws -> Int where Pieces.Element == Data {
        switch place {
        case .folder: try await folder.append(pieces, to: name, at: start, upTo: size, turn)
        case .database: try await appendRows(pieces, to: name, at: start, upTo: size, turn)
        }
    }

    private func appendRows<Pieces: AsyncSequence & Sendable>(
        _ incoming: Pieces, to name: String, at start: Int, upTo size: Int, _ turn: UploadTurn
    ) async throws -> Int where Pieces.Element == Data {
        let writer = UUID().uuidString
        guard var held = try await pieces.takeOver(name, as: writer) else { throw ContentError.superseded }
        guard start <= held else { throw ContentError.gap(received: held) }
        try checkSpace(for: size - held)
        let before = held
        var waiting = Data()
        func flush(_ count: Int) async throws {
            try turn.taken {}
            try await pieces.append(waiting.prefix(count), to: name, after: held, as: writer)
            held += count
            waiting = Data(waiting.dropFirst(count))
        }
        var next = start
        do {
            for try await piece in incoming {
                guard piece.count <= size - next else { throw ContentError.tooLong }
                // Bytes that are already stored are kept: only new ones are written.
                let known = piece.prefix(max(0, before - next))
                guard try await pieces.holds(known, of: name, at: next) else { throw ContentError.differs }
                let new = piece.dropFirst(known.count)
                try checkSpace(for: new.count)
                waiting += new
                next += piece.count
                let full = (held + waiting.count) / ContentPieces.length * ContentPieces.length - held
                if full > 0 { try await flush(full) }
            }
        } catch {
            // What has arrived is kept, unless another writer has taken over.
            if !waiting.isEmpty { try await flush(waiting.count) }
            throw error
        }
        if !waiting.isEmpty { try await flush(waiting.count) }
        return held
    }

    /// Waits until an upload is durable, and measures it. No other writer changes it afterwards.
    ///
    /// - Returns: also its writer, which `content` may then be entered by; `nil` in a folder.
    func settle(_ name: String) async throws -> (facts: Facts, writer: String?) {
        guard place == .database else { return (try await folder.settle(name), nil) }
        let writer = UUID().uuidString
        guard let size = try await pieces.takeOver(name, as: writer) else { throw ContentError.noConversation }
        let source = PieceSource(name, in: pieces, size: size, length: ContentPieces.length)
        var hash = SHA256()
        while let piece = try await source.next() { hash.update(data: piece) }
        // An empty file has a row, too.
        if size == 0 { try await pieces.append(Data(), to: name, after: 0, as: writer) }
        return (Facts(size: size, checksum: ContentFolder.text(hash.finalize())), writer)
    }

    /// Gives a complete upload its final name.
    func finish(_ name: String) throws(FileError) { if place == .folder { try folder.finish(name) } }

    /// What the database has not accepted is still an upload in progress.
    func reopen(_ name: String) throws(FileError) { if place == .folder { try folder.reopen(name) } }

    /// Removes the stored bytes of an upload that does not exist any more. Those in the database went with it.
    func removeGrowing(_ name: String) { folder.removeGrowing(name) }
}
