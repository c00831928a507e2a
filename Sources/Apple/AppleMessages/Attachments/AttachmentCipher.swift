import Crypto
import CryptoExtras
import Foundation

/// AES-256 in counter mode with the counter starting at zero, applied to a file piece by piece (developer.apple.com,
/// Encrypting an Attachment). Encryption and decryption are the same operation.
struct AttachmentCipher {
    private let key: SymmetricKey
    /// The number of blocks processed so far.
    private var blocks: UInt64 = 0

    private static let blockSize = 16

    init(_ key: AttachmentKey) { self.key = key.symmetric }

    /// Every piece except the last must consist of whole blocks of 16 bytes.
    mutating func apply(to piece: Data) -> Data {
        precondition(!piece.isEmpty, "there is nothing to encrypt")
        let counter = (0..<Self.blockSize).map { place in
            place < 8 ? 0 : UInt8(truncatingIfNeeded: blocks >> UInt64(8 * (Self.blockSize - 1 - place)))
        }
        blocks += UInt64((piece.count + Self.blockSize - 1) / Self.blockSize)
        do {
            return try AES._CTR.encrypt(piece, using: key, nonce: AES._CTR.Nonce(nonceBytes: counter))
        } catch {
            preconditionFailure("a key of 32 bytes and a counter of 16 always serve: \(error)")
        }
    }
}
