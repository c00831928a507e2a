import Expressions
import JSON
import Synchronization
import WebTokens

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
    func provider(_ authorization: String?, now: Moment) throws(GatewayRefusal) -> Provider {
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
        return try newProvider(token, now: now)
    }

    private func newProvider(_ text: String, now: Moment) throws(GatewayRefusal) -> Provider {
        guard let token = try? WebToken(text) else {
            throw .badToken("the token is not a JWT: three parts in base64url, the first two of them JSON objects")
        }
        let claims = try Claims(token)
        guard let provider = world.provider(claims.issuer) else {
            throw .badToken("`iss` is `\(claims.issuer)`, and no MSP of this id is registered")
        }
        guard provider.tokens.hasSigned(token) else {
            throw .badToken(
                "the signature was not made with the secret of the MSP; decode the secret from base64 first")
        }
        try claims.check(now: now)
        known.withLock { known in
            if known.count >= knownLimit { known.removeAll(keepingCapacity: true) }
            known[text] = Known(provider: provider, claims: claims)
        }
        return provider
    }
}

/// What a token says about its age and its sender; each error names the cause.
private struct Claims: Sendable {
    let issuer: String
    let issuedAt: Double
    let expires: Double?

    init(_ token: WebToken) throws(GatewayRefusal) {
        guard token.algorithm == "HS256" else {
            throw .badToken("`alg` should be HS256, not \(token.header["alg"]?.text ?? "missing")")
        }
        let claims = token.claims
        guard let issuer = claims["iss"]?.string else { throw .badToken("`iss` should be the id of the MSP") }
        guard let issuedAt = claims["iat"]?.number?.double else {
            throw .badToken("`iat` should be the time the token was made, a number of seconds since 1970")
        }
        self.issuer = issuer
        self.issuedAt = issuedAt
        expires = claims["exp"]?.number?.double
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
