import Crypto
import Foundation

/// Tells whether a source text is still the one that was translated (flow language, 2.2).
public enum Fingerprint {
    /// The first six hexadecimal digits of SHA-256 of the text, its ends trimmed and inner white space made single spaces.
    public static func of(_ text: String) -> String {
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return SHA256.hash(data: Data(plain.utf8)).prefix(3).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
