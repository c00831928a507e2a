import Channels
import Crypto
import Foundation
import WebTokens

/// The external identifier of a sign-in: a state, the id of a link, the value of a browser's cookie.
///
/// 32 random bytes in an alphabet that no percent-encoding changes, whether applied once or twice. Only its hash is
/// stored.
struct SignInName: Sendable, Hashable {
    let text: String

    private static let length = 43

    static func random() -> SignInName { SignInName(text: RandomToken.make()) }

    private init(text: String) { self.text = text }

    /// An identifier that came back; `nil` when it cannot be one of ours.
    init?(_ text: String?) {
        guard let text, text.utf8.count == Self.length, Base64URL.bytes(text[...]) != nil else { return nil }
        self.text = text
    }

    /// Whether it is stored under this hash.
    func isOf(_ key: String?) -> Bool { key == self.key }

    /// SHA-256 as 64 hexadecimal digits.
    var key: String { SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined() }
}
