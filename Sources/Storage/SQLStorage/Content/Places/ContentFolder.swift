import ConversationRuntime
import Crypto
import Files
import Foundation

/// Customers' files on disk: `content/<database>/` beside the database, each under a random name.
package struct ContentFolder: Sendable {
    package let path: String
    private let limits: ContentLimits

    /// The size and checksum of a file at the time of writing.
    struct Facts: Sendable {
        let size: Int
        /// SHA-256 in hexadecimal digits.
        let checksum: String
    }

    package init(database: String, _ limits: ContentLimits) {
        self.limits = limits
        let url = URL(filePath: database)
        path = url.deletingLastPathComponent().appending(path: "content/\(url.lastPathComponent)").path
    }

    /// For temporary files.
    var workFolder: String { path + "/work" }

    package func make() throws {
        try FileManager.default.createDirectory(
            atPath: workFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Checks that the disk has space for another `bytes` bytes.
    func checkSpace(for bytes: Int) throws(ContentError) { try limits.check(bytes, in: path) }

    /// Copies a file into the folder, atomically.
    ///
    /// - Parameter key: seals it; `nil` stores it unsealed.
    /// - Throws: `FileError`, or `ContentError` when the disk has no space.
    func write(_ source: String, as name: String, sealedWith key: SymmetricKey?) async throws -> Facts {
        var pieces = try FilePieces(of: source, length: SealedPieces.length)
        try checkSpace(for: pieces.size)
        var file = try NewFile(place(of: name))
        var sealing = key.map { SealedPieces($0) }
        var hash = SHA256()
        var size = 0
        while let piece = try pieces.next() {
            try checkSpace(for: piece.count)
            hash.update(data: piece)
            size += piece.count
            try file.write(sealing?.seal(piece, isLast: size == pieces.size) ?? piece)
            await Task.yield()
        }
        try file.keep(lasting: true)
        return Facts(size: size, checksum: Self.text(hash.finalize()))
    }

    /// - Throws: `ContentError.damaged` when the content differs from what was written; some pieces have been passed to
    ///   `take` by then.
    func read(
        _ name: String, expecting facts: Facts, sealedWith key: SymmetricKey?, _ take: (Data) async throws -> Void
    ) async throws {
        let length = SealedPieces.length + (key == nil ? 0 : SealedPieces.overhead)
        var pieces = try FilePieces(of: place(of: name), length: length)
        var sealing = key.map { SealedPieces($0) }
        var hash = SHA256()
        var taken = 0
        while let piece = try pieces.next() {
            taken += piece.count
            let isLast = taken == pieces.size
            guard let opened = sealing == nil ? piece : sealing?.open(piece, isLast: isLast) else {
                throw ContentError.damaged
            }
            hash.update(data: opened)
            try await take(opened)
        }
        guard Self.text(hash.finalize()) == facts.checksum else { throw ContentError.damaged }
    }

    /// Reads a range of a file. A sealed file is verified piece by piece, so that no other content can pass for it.
    func read(
        _ name: String, _ range: Range<Int>, of size: Int, sealedWith key: SymmetricKey?,
        _ take: (Data) async throws -> Void
    ) async throws {
        let (length, overhead) = (SealedPieces.length, key == nil ? 0 : SealedPieces.overhead)
        let first = range.lowerBound / length
        var pieces = try FilePieces(of: place(of: name), length: length + overhead, from: first * (length + overhead))
        var sealing = key.map { SealedPieces($0, from: first) }
        var start = first * length
        while start < range.upperBound {
            let isLast = start + length >= size
            guard let piece = try pieces.next(),
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
    func opens(_ name: String, sealedWith key: SymmetricKey) throws(FileError) -> Bool {
        var pieces = try FilePieces(of: place(of: name), length: SealedPieces.length + SealedPieces.overhead)
        guard let first = try pieces.next() else { return true }
        var sealing = SealedPieces(key)
        return sealing.open(first, isLast: first.count == pieces.size) != nil
    }

    /// Writes a sealed file again under a new name, sealed with another key.
    func sealAnew(
        _ name: String, _ key: SymmetricKey, as newName: String, _ newKey: SymmetricKey?
    ) async throws {
        var pieces = try FilePieces(of: place(of: name), length: SealedPieces.length + SealedPieces.overhead)
        var file = try NewFile(place(of: newName))
        var opening = SealedPieces(key)
        var sealing = newKey.map { SealedPieces($0) }
        var taken = 0
        while let piece = try pieces.next() {
            taken += piece.count
            let isLast = taken == pieces.size
            guard let opened = opening.open(piece, isLast: isLast) else { throw ContentError.damaged }
            try file.write(sealing?.seal(opened, isLast: isLast) ?? opened)
            await Task.yield()
        }
        try file.keep(lasting: true)
    }

    /// Removes files, whether complete or still in progress.
    func remove(_ names: [String]) {
        for name in names.flatMap({ [$0, Self.growing($0)] }) {
            try? FileManager.default.removeItem(atPath: place(of: name))
        }
    }

    /// Removes all files except these, and everything in the work folder.
    package func removeAll(but known: Set<String>) throws {
        let manager = FileManager.default
        for name in try manager.contentsOfDirectory(atPath: path) where name != "work" && !known.contains(name) {
            try manager.removeItem(atPath: place(of: name))
        }
        for name in try manager.contentsOfDirectory(atPath: workFolder) {
            try manager.removeItem(atPath: "\(workFolder)/\(name)")
        }
    }

    func place(of name: String) -> String { "\(path)/\(name)" }

    static func text(_ digest: SHA256.Digest) -> String { digest.map { String(format: "%02x", $0) }.joined() }
}
