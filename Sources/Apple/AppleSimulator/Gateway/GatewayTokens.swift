import Expressions
import Foundation
import JSON
import JWTKit
import Synchronization

/// Verifies the tokens of Messaging Service Providers: JWTs signed with HS256 whose `iss` is the MSP's id and whose
/// `iat` is at most an hour from now.
///
/// Source: developer.apple.com, "Authorizing Messages". Programs send one token many times, so verified tokens are
/// cached, and only their age is checked again.
final class GatewayTokens: Sendable {
    private struct Known: Sendable {
        let provider: Provider
        let claims: Claims
    }

    private let world: World
    private let known = Mutex<[String: Known]>([:])
    private let knownLimit = 512

    init(world: World) { self.world = world }

    /// Returns the provider that issued the token in the header `Authorization`.
    func provider(_ authorization: String?, now: Moment) async throws(GatewayRefusal) -> Provider {
        guard let authorization else { throw .noToken }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw .badToken("`Authorization` should be `Bearer `, then a JWT")
        }
        let token = String(parts[1])
        if let known = known.withLock({ $0[token] }), world.provider(known.provider.id) === known.provider {
            try known.claims.check(now: now)
            return known.provider
        }
        return try await newProvider(token, now: now)
    }

    private func newProvider(_ token: String, now: Moment) async throws(GatewayRefusal) -> Provider {
        let claims = try Claims(token)
        guard let provider = world.provider(claims.issuer) else {
            throw .badToken("`iss` is `\(claims.issuer)`, and no MSP of this id is registered")
        }
        guard (try? await provider.keys.verify(token, as: SignedClaims.self)) != nil else {
            throw .badToken(
                "the signature was not made with the secret of the MSP; decode the secret from base64 first")
        }
        try claims.check(now: now)
        known.withLock { known in
            if known.count >= knownLimit { known.removeAll(keepingCapacity: true) }
            known[token] = Known(provider: provider, claims: claims)
        }
        return provider
    }
}

/// The claims are parsed here and not by the library, so that each error can name the cause.
private struct Claims: Sendable {
    let issuer: String
    let issuedAt: Double
    let expires: Double?

    init(_ token: String) throws(GatewayRefusal) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Self.json(parts[0]), let claims = Self.json(parts[1]) else {
            throw .badToken("the token is not a JWT: three parts in base64url, the first two of them JSON")
        }
        guard let algorithm = head["alg"]?.string, algorithm == "HS256" else {
            throw .badToken("`alg` should be HS256, not \(head["alg"]?.text ?? "missing")")
        }
        guard let issuer = claims["iss"]?.string else { throw .badToken("`iss` should be the id of the MSP") }
        guard let issuedAt = claims["iat"]?.number?.double else {
            throw .badToken("`iat` should be the time the token was made, a number of seconds since 1970")
        }
        self.issuer = issuer
        self.issuedAt = issuedAt
        expires = claims["exp"]?.number?.double
    }

    private static func json(_ part: Substring) -> JSONValue? {
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text + padding).flatMap { try? JSONValue(parsing: $0) }
    }

    func check(now: Moment) throws(GatewayRefusal) {
        let age = Double(now.milliseconds) / 1000 - issuedAt
        guard abs(age) <= 3600 else {
            throw .badToken(
                age > 0
                    ? "`iat` is more than an hour ago; make a new token"
                    : "`iat` is more than an hour ahead; it counts seconds")
        }
        if let expires, expires <= Double(now.milliseconds) / 1000 { throw .badToken("the token has expired (`exp`)") }
    }
}

/// Arbitrary claims: the library verifies only the signature.
private struct SignedClaims: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) {}
}
