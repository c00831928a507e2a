import Channels
import Crypto
import Expressions
import Foundation
import JSON
import Synchronization

/// Verifies that a webhook comes from Apple: a JWT signed with HS256 and one of the configured secrets, with the MSP id
/// as `aud` and an `iat` at most one hour off (developer.apple.com, Authorizing Messages; the hour is our choice).
final class WebhookToken: Sendable {
    private let mspID: String
    private let secrets: RotatingSecret
    /// A cache of tokens with a valid signature and audience; Apple sends the same token for a while.
    private let known = Mutex(KnownTokens())
    private let codes = Mutex(PreparedCodes())

    private static let mostKnown = 256
    private static let longestToken = 8_192

    init(mspID: String, secrets: RotatingSecret) {
        self.mspID = mspID
        self.secrets = secrets
    }

    convenience init(mspID: String, secret: Data) { self.init(mspID: mspID, secrets: RotatingSecret(secret)) }

    /// - Parameter authorization: the value of the header.
    func check(_ authorization: String?, now: Moment) throws(WebhookRefusal) {
        guard let authorization else { throw .noToken }
        let parts = authorization.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2, Substring(parts[0]).lowercased() == "bearer" else { throw .noToken }
        let token = String(Substring(parts[1]))
        guard token.utf8.count <= Self.longestToken else { throw .badToken("the token is too long") }
        let generation = secrets.generation
        if let times = known.withLock({ $0.times(of: token, generation) }) { return try times.check(now) }
        let times = try verify(token)
        try times.check(now)
        known.withLock { $0.add(token, times, generation, most: Self.mostKnown) }
    }

    /// Returns the times of a token after verifying its signature and its audience.
    private func verify(_ token: String) throws(WebhookRefusal) -> TokenTimes {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // The algorithm is fixed here; the token's own `alg` is only compared with it.
        guard parts.count == 3, Self.json(parts[0])?["alg"]?.string == "HS256" else {
            throw .badToken("the token is not a JWT with HS256")
        }
        guard let code = Base64URL.array(parts[2]), isSigned(token.utf8[..<parts[1].endIndex], code),
            let claims = Self.json(parts[1])
        else { throw .badToken("the token is not signed with our secret") }
        let audience = claims["aud"].map { $0.array ?? [$0] } ?? []
        guard audience.contains(.string(mspID)) else { throw .badToken("the token has another audience (`aud`)") }
        return try TokenTimes(claims)
    }

    /// Whether one of the secrets signed a header and its claims (RFC 7515, section 5.2).
    private func isSigned(_ text: Substring.UTF8View, _ code: [UInt8]) -> Bool {
        let text = Array(text)
        return codes.withLock { $0.codes(of: secrets) }.contains { prepared in
            var own = prepared
            own.update(data: text)
            return own.finalize() == code
        }
    }

    private static func json(_ part: Substring.UTF8View) -> JSONValue? {
        Base64URL.array(part).flatMap { try? JSONValue(parsing: $0) }
    }
}

/// The codes of the accepted secrets, each with its key already taken in, which is half of the work for a short token.
private struct PreparedCodes {
    private var codes: [HMAC<SHA256>] = []
    private var generation: Int?

    mutating func codes(of secrets: RotatingSecret) -> [HMAC<SHA256>] {
        let newest = secrets.generation
        if generation != newest {
            codes = secrets.accepted.map { HMAC(key: SymmetricKey(data: $0)) }
            generation = newest
        }
        return codes
    }
}

/// The times of tokens that were verified with the current secrets.
private struct KnownTokens {
    private var times: [String: TokenTimes] = [:]
    private var generation = 0

    func times(of token: String, _ generation: Int) -> TokenTimes? {
        generation == self.generation ? times[token] : nil
    }

    mutating func add(_ token: String, _ found: TokenTimes, _ generation: Int, most: Int) {
        if generation != self.generation || times.count >= most { times.removeAll(keepingCapacity: true) }
        self.generation = generation
        times[token] = found
    }
}

/// When a token was issued, and when it expires if it says so: seconds since 1970, fractions allowed (RFC 7519, section
/// 2).
private struct TokenTimes {
    let issuedAt: Double
    let expiresAt: Double?

    private static let longest = 3_600.0

    init(_ claims: JSONValue) throws(WebhookRefusal) {
        guard let issuedAt = claims["iat"]?.number?.double else {
            throw .badToken("the token has no time of issue (`iat`)")
        }
        self.issuedAt = issuedAt
        expiresAt = claims["exp"]?.number?.double
    }

    func check(_ now: Moment) throws(WebhookRefusal) {
        let seconds = Double(now.milliseconds) / 1_000
        guard abs(seconds - issuedAt) <= Self.longest else {
            throw .badToken(
                "the token was made more than an hour from now, which is \(now.iso) by the clock of this machine")
        }
        if let expiresAt, expiresAt <= seconds { throw .badToken("the token has expired (`exp`)") }
    }
}
