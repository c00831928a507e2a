import Crypto
import CryptoExtras
import Foundation

/// AES-256 in counter mode, the counter beginning at zero, over bytes that come piece by piece. The same turns plain bytes
/// into encrypted ones and back, and the length stays.
///
/// Source: developer.apple.com, "Encrypting an Attachment".
struct CounterCipher {
    private static let block = 16

    private let key: SymmetricKey
    /// How many bytes have gone through.
    private var position = 0

    init(_ key: FileKey) { self.key = SymmetricKey(data: key.bytes) }

    /// The next bytes, however many.
    mutating func apply(_ bytes: Data) -> Data {
        let skipped = position % Self.block
        let counter = UInt64(position / Self.block)
        position += bytes.count
        let start =
            [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
        // A key of 32 bytes and a counter of 16 are never refused.
        guard let nonce = try? AES._CTR.Nonce(nonceBytes: start),
            let result = try? AES._CTR.encrypt(Data(count: skipped) + bytes, using: key, nonce: nonce)
        else { preconditionFailure("AES takes a key of 32 bytes and a counter of 16") }
        return result.dropFirst(skipped)
    }
}
