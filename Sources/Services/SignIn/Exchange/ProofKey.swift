import Channels
import Crypto
import Foundation
import WebTokens

/// Proof that the party presenting the code is the one that requested it (PKCE, RFC 7636), with the only secure method:
/// S256.
struct ProofKey: Sendable, Hashable {
    /// 32 random bytes in base64url, which are 43 characters.
    let verifier: String

    init(verifier: String) { self.verifier = verifier }

    static func random() -> ProofKey { ProofKey(verifier: RandomToken.make()) }

    var challenge: String { Base64URL.text(Data(SHA256.hash(data: Data(verifier.utf8)))) }
}

/// Unpredictable random values from the system.
enum RandomToken {
    /// 32 random bytes in base64url: 43 characters that no percent-encoding changes.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.text(Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }))
    }
}
