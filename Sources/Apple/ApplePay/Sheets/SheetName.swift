import Crypto
import Foundation

/// The unguessable part of a pay sheet's address: 32 random bytes in an alphabet that needs no percent-encoding. Only
/// its hash is stored.
struct SheetName: Sendable, Hashable {
    let text: String

    private static let length = 43

    static func random() -> SheetName {
        var generator = SystemRandomNumberGenerator()
        let bytes = Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        // RFC 4648, section 5, without padding.
        let text = bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        return SheetName(text: text.replacing("=", with: ""))
    }

    private init(text: String) { self.text = text }

    /// Parses the name in an address; `nil` when it cannot be one of this server's.
    init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.isOfAlphabet) else { return nil }
        self.text = text
    }

    /// SHA-256 as 64 hexadecimal digits.
    var key: String { SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined() }

    private static func isOfAlphabet(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
