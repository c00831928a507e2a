import Crypto
package import Foundation
package import JSON

/// A secret that two sides share to sign JSON Web Tokens: HMAC with SHA-256, `HS256` (RFC 7518, section 3.2).
package struct TokenSecret: Sendable {
    private let key: SymmetricKey

    private static let header = Base64URL.text(Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

    package init(_ secret: some ContiguousBytes) { key = SymmetricKey(data: secret) }

    /// Returns a token with these claims.
    package func token(_ claims: JSONObject) -> String {
        let text = Self.header + "." + Base64URL.text(Data(JSONValue.object(claims).bytes))
        return text + "." + Base64URL.text(Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)))
    }

    /// Whether `token` is signed with this secret, and with no other algorithm.
    package func hasSigned(_ token: WebToken) -> Bool {
        token.algorithm == "HS256" && !token.needsExtensions
            && HMAC<SHA256>.isValidAuthenticationCode(token.signature, authenticating: token.signed, using: key)
    }

    /// Returns the claims of a token; `nil` when it is none, or not signed with this secret.
    package func claims(of text: String) -> JSONObject? {
        guard let token = try? WebToken(text), hasSigned(token) else { return nil }
        return token.claims
    }
}
