import Crypto
import Foundation

/// Computes the signature by which the store identifies a file: 0x81, then SHA-1 over two words that end in a zero byte
/// and the encrypted bytes.
///
/// Source: programs that talk to Apple's store compute it this way; Apple calls it `fileChecksum` and publishes no
/// algorithm.
struct FileSignature {
    private static let first: UInt8 = 0x81
    private static let salt = Data("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8)

    private var hash = Insecure.SHA1()

    init() { hash.update(data: Self.salt) }

    mutating func add(_ encrypted: Data) { hash.update(data: encrypted) }

    /// Returns the 21 bytes of the signature. One of another form shares only its length and its first byte with the
    /// usual one.
    func finish(_ checksum: WireHabits.Checksum = .common) -> [UInt8] {
        let bytes = Array(hash.finalize())
        return [Self.first] + (checksum == .common ? bytes : bytes.reversed())
    }
}
