import Crypto
import Foundation

/// Seals a file piece by piece (AES-256-GCM), so that changing, moving, omitting or truncating pieces is detected.
///
/// The key belongs to one file. The nonce of a piece encodes its position, and whether it is the last one.
struct SealedPieces {
    /// The size in bytes of every piece but the last, and the bytes that sealing adds to a piece.
    static let length = 64 * 1024
    static let overhead = 16

    private let key: SymmetricKey
    private var place: UInt64

    /// - Parameter first: the position of the first piece, from 0.
    init(_ key: SymmetricKey, from first: Int = 0) {
        self.key = key
        place = UInt64(first)
    }

    mutating func seal(_ piece: Data, isLast: Bool) -> Data {
        do {
            let box = try AES.GCM.seal(piece, using: key, nonce: nextNonce(isLast))
            return box.ciphertext + box.tag
        } catch {
            preconditionFailure("a key of 32 bytes and a nonce of 12 always serve: \(error)")
        }
    }

    /// - Returns: `nil` when it is not the piece that was sealed at this position.
    mutating func open(_ piece: Data, isLast: Bool) -> Data? {
        guard piece.count >= Self.overhead,
            let box = try? AES.GCM.SealedBox(
                nonce: nextNonce(isLast), ciphertext: piece.dropLast(Self.overhead), tag: piece.suffix(Self.overhead))
        else { return nil }
        return try? AES.GCM.open(box, using: key)
    }

    private mutating func nextNonce(_ isLast: Bool) throws -> AES.GCM.Nonce {
        defer { place += 1 }
        let counter = (0..<8).reversed().map { UInt8(truncatingIfNeeded: place >> UInt64(8 * $0)) }
        return try AES.GCM.Nonce(data: [isLast ? 1 : 0, 0, 0, 0] + counter)
    }
}
