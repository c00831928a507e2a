import Crypto

/// The key of one attachment: 32 random bytes, written as hex after `00` (developer.apple.com, Encrypting an
/// Attachment).
struct AttachmentKey: Sendable {
    let symmetric: SymmetricKey

    private static let byteCount = 32

    /// Generates a new random key.
    init() { symmetric = SymmetricKey(size: .bits256) }

    /// Parses a key from a message, in upper or lower case; `nil` when it has another form.
    init?(_ text: String) {
        guard let bytes = [UInt8](hex: text), bytes.count == 1 + Self.byteCount, bytes[0] == 0 else { return nil }
        symmetric = SymmetricKey(data: bytes.dropFirst())
    }

    /// The key as messages carry it.
    var text: String { "00" + symmetric.withUnsafeBytes { Array($0).hex } }
}

extension [UInt8] {
    /// Parses hex digits, two per byte, in upper or lower case; `nil` for anything else.
    init?(hex: String) {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { place -> UInt8 in
            let byte = digits[place] * 16 + digits[place + 1]
            return UInt8(byte)
        }
    }

    /// Two lower-case hex digits for each byte.
    var hex: String {
        let digits = [UInt8]("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
