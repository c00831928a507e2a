import Crypto
import Foundation

/// Identifies the source text that was translated, to detect changes (flow language, 2.2).
public enum Fingerprint {
    /// The first six hexadecimal digits of the SHA-256 of the text, without surrounding white space and with each inner
    /// run of white space as one space.
    public static func of(_ text: String) -> String {
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return SHA256.hash(data: Data(plain.utf8)).prefix(3).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
