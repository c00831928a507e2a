import CurlClient
import Files
import Foundation

/// Encrypts and decrypts files, piece by piece. To enforce a time limit, the caller cancels the task: the work ends
/// with the current piece, and leaves no file at the target.
enum AttachmentFiles {
    /// Returns the number of bytes.
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

    /// Checks the received file against the description in the message, and writes it decrypted to `target`.
    ///
    /// The length is decisive, and for types with a known file signature the first bytes. The checksum serves only to
    /// explain an error: Apple does not document how it is computed.
    ///
    /// - Parameter key: `nil` when the file is not encrypted.
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

    /// Runs between two pieces, so that other tasks can proceed and cancelled work stops.
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
            if file.size == 0 { looksRight = FileSignatures.fit(opened, kind: source.kind ?? "") }
            try file.write(opened)
            try await pause()
        }
        let checksum = signature.compared(with: source.signature)
        guard looksRight else { throw checksum == .differs ? StoreFailure.damaged : .wrongKey }
        try file.keep()
        return checksum
    }
}
