import Channels
import Crypto
import Expressions
import Foundation
import JSON
import Synchronization
import WebTokens

/// Verifies that a webhook comes from Apple: a JWT signed with HS256 and one of the configured secrets, with the MSP id
/// as `aud` and an `iat` at most one hour off (developer.apple.com, Authorizing Messages; the hour is our choice).
final class WebhookToken: Sendable {
    private let mspID: String
    private let secrets: RotatingSecret
    /// A cache of tokens with a valid signature and audience; Apple sends the same token for a while.
    private let known = Mutex(KnownTokens())
    private let codes = Mutex(PreparedCodes())
    /// The header of the last token with HS256, as it is encoded: nearly all tokens have the same.
    private let header = Mutex<[UInt8]?>(nil)

    private static let mostKnown = 256
    private static let longestToken = 8_192

    init(mspID: String, secrets: RotatingSecret) {
        self.mspID = mspID
        self.secrets = secrets
    }

    convenience init(mspID: String, secret: Data) { self.init(mspID: mspID, secrets: RotatingSecret(secret)) }

    /// - Parameter authorization: the value of the header.
    func check(_ authorization: String?, now: Moment) throws(WebhookRefusal) {
        guard let authorization, let token = Self.token(in: authorization) else { throw .noToken }
        guard token.utf8.count <= Self.longestToken else { throw .badToken("the token is too long") }
        let generation = secrets.generation
        if let times = known.withLock({ $0.times(of: token, generation) }) { return try times.check(now) }
        let times = try verify(token)
        try times.check(now)
        known.withLock { $0.add(token, times, generation, most: Self.mostKnown) }
    }

    /// The token in the value of a header, behind the name of its scheme, whose case does not count (RFC 9110, 11.1).
    private static func token(in authorization: String) -> String? {
        let bytes = authorization.utf8
        guard let gap = bytes.firstIndex(of: UInt8(ascii: " ")), bytes[..<gap].count == 6,
            authorization[..<gap].lowercased() == "bearer"
        else { return nil }
        let token = authorization[bytes.index(after: gap)...]
        return token.isEmpty ? nil : String(token)
    }

    /// Returns the times of a token after verifying its signature and its audience.
    private func verify(_ token: String) throws(WebhookRefusal) -> TokenTimes {
        let bytes = Array(token.utf8)
        let dot = UInt8(ascii: ".")
        // The algorithm is fixed here; the token's own `alg` is only compared with it.
        guard let first = bytes.firstIndex(of: dot), let last = bytes.lastIndex(of: dot), first < last,
            !bytes[(first + 1)..<last].contains(dot), isHS256(bytes[..<first])
        else { throw .badToken("the token is not a JWT with HS256") }
        guard let code = Base64URL.array(bytes[(last + 1)...]), isSigned(bytes[..<last], code),
            let claims = Self.json(bytes[(first + 1)..<last])
        else { throw .badToken("the token is not signed with our secret") }
        let audience = claims["aud"].map { $0.array ?? [$0] } ?? []
        guard audience.contains(.string(mspID)) else { throw .badToken("the token has another audience (`aud`)") }
        return try TokenTimes(claims)
    }

    private func isHS256(_ encoded: ArraySlice<UInt8>) -> Bool {
        if header.withLock({ $0.map(encoded.elementsEqual) ?? false }) { return true }
        guard Self.json(encoded)?["alg"]?.string == "HS256" else { return false }
        let known = Array(encoded)
        header.withLock { $0 = known }
        return true
    }

    /// Whether one of the secrets signed a header and its claims (RFC 7515, section 5.2).
    private func isSigned(_ text: ArraySlice<UInt8>, _ code: [UInt8]) -> Bool {
        let text = Array(text)
        return codes.withLock { $0.codes(of: secrets) }.contains { prepared in
            var own = prepared
            own.update(data: text)
            return own.finalize() == code
        }
    }

    private static func json(_ part: ArraySlice<UInt8>) -> JSONValue? {
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
