import Crypto
import Foundation
import Synchronization

/// The token of the settings that operators send as `Authorization: Bearer …`.
final class OperatorToken: Sendable {
    private let digest: Mutex<SHA256.Digest>

    init(_ token: String) { digest = Mutex(Self.digest(of: token)) }

    /// Replaces the token; the previous one is refused from then on.
    func use(_ token: String) { digest.withLock { $0 = Self.digest(of: token) } }

    private static func digest(of token: String) -> SHA256.Digest { SHA256.hash(data: Data(token.utf8)) }

    /// Whether a text is the token.
    ///
    /// The time of the comparison reveals nothing about it: digests are compared, and in constant time.
    func matches(_ shown: String) -> Bool {
        let shown = Self.digest(of: shown)
        return digest.withLock { shown == $0 }
    }
}
