import CurlClient
import Files
import Foundation

/// Encrypts files and opens them, piece by piece. Whoever waits for one only for so long cancels the task: it ends with the piece
/// that it is at, and nothing is at the target.
enum AttachmentFiles {
    /// Gives the number of bytes.
    static func encrypt(_ path: String, to target: String, with key: AttachmentKey) async throws(StoreFailure) -> Int {
        try await failing {
            var pieces = try FilePieces(of: path)
            var file = try NewFile(target)
            var cipher = AttachmentCipher(key)
            while let piece = try pieces.next() {
                try file.write(cipher.apply(to: piece))
                try await pause()
            }
            let size = file.size
            try file.keep()
            return size
        }
    }

    /// Checks what came against what the message says of it, and writes it opened to `target`.
    ///
    /// The length decides, and the first bytes where files of the type have a known beginning. The checksum only helps to say
    /// what is wrong: Apple does not document how it is made.
    ///
    /// - Parameter key: `nil` when it is not encrypted.
    static func open(
        _ path: String, as source: FileSource, with key: AttachmentKey?, to target: String
    ) async throws(StoreFailure) -> ChecksumResult {
        try await failing { try await decrypt(path, as: source, with: key, to: target) }
    }

    private static func failing<Result>(_ work: () async throws -> Result) async throws(StoreFailure) -> Result {
        do {
            return try await work()
        } catch let error as StoreFailure {
            throw error
        } catch let error as FileError {
            throw StoreFailure(error)
        } catch is CancellationError {
            throw StoreFailure(HTTPFailure.cancelled)
        } catch {
            throw .disk("\(error)")
        }
    }

    /// Between two pieces: others go on, and who gave up is not worked for.
    private static func pause() async throws {
        try Task.checkCancellation()
        await Task.yield()
    }

    private static func decrypt(
        _ path: String, as source: FileSource, with key: AttachmentKey?, to target: String
    ) async throws -> ChecksumResult {
        var pieces = try FilePieces(of: path)
        if let size = source.size, pieces.size != size {
            throw StoreFailure.truncated(expected: size, got: pieces.size)
        }
        var file = try NewFile(target)
        var cipher = key.map { AttachmentCipher($0) }
        var signature = AttachmentSignature()
        var looksRight = true
        while let piece = try pieces.next() {
            signature.add(piece)
            let opened = cipher?.apply(to: piece) ?? piece
            if file.size == 0 { looksRight = KnownBeginnings.fit(opened, kind: source.kind ?? "") }
            try file.write(opened)
            try await pause()
        }
        let checksum = signature.compared(with: source.signature)
        guard looksRight else { throw checksum == .differs ? StoreFailure.damaged : .wrongKey }
        try file.keep()
        return checksum
    }
}
