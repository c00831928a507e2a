import Crypto
import CryptoExtras
import Foundation

/// AES-256 in counter mode, with the counter starting at zero, over bytes that arrive in pieces. Encryption and
/// decryption are the same operation, and the length does not change.
///
/// Source: developer.apple.com, "Encrypting an Attachment".
struct CounterCipher {
    private static let block = 16

    private let key: SymmetricKey
    /// The number of bytes processed so far.
    private var position = 0

    init(_ key: FileKey) { self.key = SymmetricKey(data: key.bytes) }

    /// Processes the next bytes, in any number.
    mutating func apply(_ bytes: Data) -> Data {
        let skipped = position % Self.block
        let counter = UInt64(position / Self.block)
        position += bytes.count
        let start =
            [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
        // A key of 32 bytes and a counter of 16 are always valid.
        guard let nonce = try? AES._CTR.Nonce(nonceBytes: start),
            let result = try? AES._CTR.encrypt(Data(count: skipped) + bytes, using: key, nonce: nonce)
        else { preconditionFailure("AES takes a key of 32 bytes and a counter of 16") }
        return result.dropFirst(skipped)
    }
}
