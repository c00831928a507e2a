import Crypto
import Foundation

/// Proof that whoever brings the code is who asked for it (PKCE, RFC 7636), with the only method that proves it: S256.
struct ProofKey: Sendable, Hashable {
    /// 43 characters of base64url, 32 random bytes.
    let verifier: String

    init(verifier: String) { self.verifier = verifier }

    static func random() -> ProofKey { ProofKey(verifier: Chance.token()) }

    var challenge: String { Base64URL.text(Data(SHA256.hash(data: Data(verifier.utf8)))) }
}

/// Chance from the system that nobody can guess.
enum Chance {
    /// 32 random bytes as base64url: 43 characters that no form of percent-encoding changes.
    static func token() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.text(Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }))
    }
}
