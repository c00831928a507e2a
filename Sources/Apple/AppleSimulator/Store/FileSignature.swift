import Crypto
import Foundation

/// Makes the signature by which the store knows a file: 0x81, then SHA-1 over two words that end in a zero byte and the
/// encrypted bytes.
///
/// Source: programs that talk to Apple's store compute it so; Apple calls it `fileChecksum` and publishes no recipe.
struct FileSignature {
    private static let first: UInt8 = 0x81
    private static let salt = Data("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8)

    private var hash = Insecure.SHA1()

    init() { hash.update(data: Self.salt) }

    mutating func add(_ encrypted: Data) { hash.update(data: encrypted) }

    /// 21 bytes. One of another form has nothing in common with the usual one but its length and its first byte.
    func finish(_ checksum: WireHabits.Checksum = .common) -> [UInt8] {
        let bytes = Array(hash.finalize())
        return [Self.first] + (checksum == .common ? bytes : bytes.reversed())
    }
}
