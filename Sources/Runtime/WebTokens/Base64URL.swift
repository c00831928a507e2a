package import Foundation

/// Encodes bytes as text without padding, suitable for URLs and headers (RFC 4648, section 5).
///
/// Each webhook has a token in this encoding, so it is read and written byte by byte.
package enum Base64URL {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The value of each character; 64 for those that are not in the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    package static func text(_ bytes: Data) -> String { bytes.withUnsafeBytes { text($0) } }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        let alphabet = alphabet
        return String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var (waiting, bits, place) = (0 as UInt32, 0 as UInt32, 0)
            for byte in bytes {
                waiting = waiting << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    text[place] = alphabet[Int(waiting >> bits & 63)]
                    place += 1
                }
            }
            if bits > 0 {
                text[place] = alphabet[Int(waiting << (6 - bits) & 63)]
                place += 1
            }
            return place
        }
    }

    /// The bytes; `nil` unless `text` is exactly their encoding.
    package static func bytes(_ text: Substring) -> Data? { array(text.utf8).map { Data($0) } }

    /// The bytes; `nil` unless `text` is exactly their encoding.
    package static func array(_ text: Substring.UTF8View) -> [UInt8]? {
        text.withContiguousStorageIfAvailable { array($0) } ?? array(ArraySlice(text))
    }

    /// The bytes; `nil` unless `text`, in UTF-8, is exactly their encoding.
    package static func array(_ text: ArraySlice<UInt8>) -> [UInt8]? { text.withUnsafeBufferPointer { array($0) } }

    private static func array(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var (waiting, bits) = (0 as UInt32, 0 as UInt32)
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            waiting = waiting << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: waiting >> bits))
            }
        }
        // A single character encodes no byte, and the last one may have bits that belong to none.
        return bits < 6 && waiting & (1 << bits - 1) == 0 ? bytes : nil
    }
}
