import ConversationRuntime
import Crypto
import Databases
import Files
import Foundation

/// The bytes of customers' files: new ones go where the settings say, and those that another setting has left elsewhere are
/// found there.
package struct ContentFiles: Sendable {
    let place: ContentPlace
    let folder: ContentFolder
    let pieces: ContentPieces

    /// The size and checksum of a file at the time of writing.
    struct Facts: Sendable {
        let size: Int
        /// SHA-256 in hexadecimal digits.
        let checksum: String
    }

    package init(_ place: ContentPlace, folder: ContentFolder, engine: any StorageEngine) {
        self.place = place
        self.folder = folder
        pieces = ContentPieces(engine: engine)
    }

    /// For temporary files.
    var workFolder: String { folder.workFolder }

    /// Checks that the disk has space for another `bytes` bytes; that of another machine is its own business.
    func checkSpace(for bytes: Int) throws(ContentError) {
        if place == .folder || pieces.engine.dialect == .sqlite { try folder.checkSpace(for: bytes) }
    }

    // MARK: Writing

    /// Copies a file from a path, so that it is stored whole or not at all.
    ///
    /// - Parameter key: seals it; `nil` stores it unsealed.
    /// - Throws: `FileError`, or `ContentError` when the disk has no space.
    func write(_ path: String, as name: String, sealedWith key: SymmetricKey?) async throws -> Facts {
        try await write(try FileSource(path, length: SealedPieces.length), as: name, sealedWith: key)
    }

    /// Copies a stored file that is not sealed.
    func copy(_ file: String, as name: String, sealedWith key: SymmetricKey?) async throws -> Facts {
        try await write(try await source(of: file, length: SealedPieces.length), as: name, sealedWith: key)
    }

    private func write(
        _ source: any ContentSource, as name: String, sealedWith key: SymmetricKey?
    ) async throws -> Facts {
        try checkSpace(for: source.size)
        var sealing = key.map { SealedPieces($0) }
        var hash = SHA256()
        var size = 0
        try await writing(name) { write in
            while let piece = try await source.next() {
                try checkSpace(for: piece.count)
                hash.update(data: piece)
                size += piece.count
                try await write(sealing?.seal(piece, isLast: size == source.size) ?? piece)
            }
        }
        return Facts(size: size, checksum: ContentFolder.text(hash.finalize()))
    }

    /// Writes a sealed file again under a new name, sealed with another key.
    func sealAnew(_ name: String, _ key: SymmetricKey, as newName: String, _ newKey: SymmetricKey?) async throws {
        let source = try await source(of: name, length: SealedPieces.length + SealedPieces.overhead)
        var opening = SealedPieces(key)
        var sealing = newKey.map { SealedPieces($0) }
        var taken = 0
        try await writing(newName) { write in
            while let piece = try await source.next() {
                taken += piece.count
                let isLast = taken == source.size
                guard let opened = opening.open(piece, isLast: isLast) else { throw ContentError.damaged }
                try await write(sealing?.seal(opened, isLast: isLast) ?? opened)
            }
        }
    }

    private func writing(_ name: String, _ body: ((Data) async throws -> Void) async throws -> Void) async throws {
        switch place {
        case .folder:
            var file = try NewFile(folder.place(of: name))
            try await body { try file.write($0) }
            try file.keep(lasting: true)
        case .database:
            try await pieces.begin(name)
            var (held, waiting) = (0, Data())
            try await body { bytes in
                waiting += bytes
                guard waiting.count >= ContentPieces.length else { return }
                try await pieces.append(waiting.prefix(ContentPieces.length), to: name, after: held)
                held += ContentPieces.length
                waiting = Data(waiting.dropFirst(ContentPieces.length))
            }
            // An empty file has a row, too.
            if held == 0 || !waiting.isEmpty { try await pieces.append(waiting, to: name, after: held) }
        }
    }

    // MARK: Reading

    private func source(of name: String, length: Int, from start: Int = 0) async throws -> any ContentSource {
        if place == .folder, folder.holds(name) { return try fileSource(of: name, length, start) }
        if let size = try await pieces.engine.read({ try ContentPieces.size(of: name, $0) }) {
            return PieceSource(name, in: pieces, size: size, length: length, from: start)
        }
        return try fileSource(of: name, length, start)
    }

    private func fileSource(of name: String, _ length: Int, _ start: Int) throws(FileError) -> any ContentSource {
        try FileSource(folder.place(of: name), length: length, from: start)
    }

    /// - Throws: `ContentError.damaged` when the content differs from what was written; some pieces have been passed to
    ///   `take` by then.
    func read(
        _ name: String, expecting facts: Facts, sealedWith key: SymmetricKey?, _ take: (Data) async throws -> Void
    ) async throws {
        let length = SealedPieces.length + (key == nil ? 0 : SealedPieces.overhead)
        let source = try await source(of: name, length: length)
        var sealing = key.map { SealedPieces($0) }
        var hash = SHA256()
        var taken = 0
        while let piece = try await source.next() {
            taken += piece.count
            let isLast = taken == source.size
            guard let opened = sealing == nil ? piece : sealing?.open(piece, isLast: isLast) else {
                throw ContentError.damaged
            }
            hash.update(data: opened)
            try await take(opened)
        }
        guard ContentFolder.text(hash.finalize()) == facts.checksum else { throw ContentError.damaged }
    }

    /// Reads a range of a file. A sealed file is verified piece by piece, so that no other content can pass for it.
    func read(
        _ name: String, _ range: Range<Int>, of size: Int, sealedWith key: SymmetricKey?,
        _ take: (Data) async throws -> Void
    ) async throws {
        let (length, overhead) = (SealedPieces.length, key == nil ? 0 : SealedPieces.overhead)
        let first = range.lowerBound / length
        let source = try await source(of: name, length: length + overhead, from: first * (length + overhead))
        var sealing = key.map { SealedPieces($0, from: first) }
        var start = first * length
        while start < range.upperBound {
            let isLast = start + length >= size
            guard let piece = try await source.next(),
                let opened = sealing == nil ? piece : sealing?.open(piece, isLast: isLast),
                opened.count == min(length, size - start)
            else { throw ContentError.damaged }
            let wanted = range.clamped(to: start..<(start + opened.count))
            let from = opened.startIndex + wanted.lowerBound - start
            try await take(opened[from..<(from + wanted.count)])
            start += length
        }
    }

    /// Whether a key opens a file, judged by its first piece.
    func opens(_ name: String, sealedWith key: SymmetricKey) async throws -> Bool {
        let source = try await source(of: name, length: SealedPieces.length + SealedPieces.overhead)
        guard let first = try await source.next() else { return true }
        var sealing = SealedPieces(key)
        return sealing.open(first, isLast: first.count == source.size) != nil
    }

    // MARK: Removing

    /// Removes files that nothing refers to, whether complete or still in progress.
    func discard(_ names: [String]) async {
        folder.remove(names)
        // What cannot be removed now is a draft, and is removed later.
        if place == .database { try? await pieces.remove(names) }
    }
}
