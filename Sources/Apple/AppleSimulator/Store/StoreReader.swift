import Foundation

/// Reads a file of the store piece by piece, decrypting it if a key is given.
struct StoreReader {
    static let pieceSize = 64 * 1024

    private let file: FileHandle
    private var cipher: CounterCipher?

    init(_ stored: StoredFile, key: FileKey? = nil) throws {
        file = try FileHandle(forReadingFrom: URL(filePath: stored.path))
        cipher = key.map { CounterCipher($0) }
    }

    /// Returns the next bytes; `nil` at the end, after which the file is closed.
    mutating func next(atMost limit: Int = pieceSize) throws -> Data? {
        guard limit > 0, let bytes = try file.read(upToCount: min(limit, Self.pieceSize)), !bytes.isEmpty else {
            try file.close()
            return nil
        }
        return cipher?.apply(bytes) ?? bytes
    }
}
