package import Foundation

/// Encodes bytes as text without padding, suitable for URLs and headers (RFC 4648, section 5).
package enum Base64URL {
    package static func text(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The bytes; `nil` unless `text` is exactly their encoding.
    package static func bytes(_ text: Substring) -> Data? {
        var standard: [UInt8] = []
        standard.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                standard.append(byte)
            case UInt8(ascii: "-"): standard.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): standard.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        standard.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - standard.count % 4) % 4))
        // The last character may have bits that belong to no byte.
        return Data(base64Encoded: Data(standard)).flatMap { Self.text($0) == text ? $0 : nil }
    }
}
