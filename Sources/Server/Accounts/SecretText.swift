import Crypto
import Foundation

/// Secrets that are made here, shown once, and stored as their SHA-256.
public struct SecretText: Sendable, Hashable {
    public let text: String

    private static let size = 32
    /// By its beginning a token is recognised, also by programs that search files for secrets.
    private static let prefix = "usher_"

    private init(prefix: String, size: Int) {
        var generator = SystemRandomNumberGenerator()
        let bytes = Data((0..<size).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        text =
            prefix
            + bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// A secret for a program: 256 random bits.
    public static func forToken() -> SecretText { SecretText(prefix: prefix, size: size) }

    /// A secret for the browser of an operator: 256 random bits.
    static func forSession() -> SecretText { SecretText(prefix: "", size: size) }

    /// A password for a person: 120 random bits.
    public static func forPerson() -> SecretText { SecretText(prefix: "", size: 15) }

    /// What is stored of a secret.
    public var digest: String { Self.digest(of: text) }

    static func digest(of text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    /// What is stored of the secret of a token; `nil` for a text that is no such secret.
    public static func digest(ofToken text: String) -> String? {
        guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 43 else { return nil }
        return digest(of: text)
    }
}
