import Expressions
import JSON
import WebTokens

/// An ID token as received: a JWT (RFC 7519) whose parts have been parsed and whose claims are not verified yet.
struct IDToken: Sendable {
    let algorithm: SigningKey.Algorithm
    /// `kid`: the key it claims to be signed with.
    let key: String?
    let claims: JSONValue
    private let token: WebToken

    /// Genuine tokens have at most two thousand characters.
    private static let longest = 32_768

    init(_ text: String) throws(IDTokenRefusal) {
        guard text.utf8.count <= Self.longest else { throw .malformed("it is longer than \(Self.longest) characters") }
        do throws(WebToken.Fault) {
            token = try WebToken(text)
        } catch {
            throw Self.refusal(error)
        }
        guard !token.needsExtensions else {
            throw .malformed("its header requires an unknown extension (`crit`)")
        }
        let word = token.algorithm ?? ""
        guard let algorithm = SigningKey.Algorithm(rawValue: word) else {
            throw .algorithm(String(word.prefix(20)))
        }
        self.algorithm = algorithm
        key = token.header["kid"]?.string
        claims = .object(token.claims)
    }

    private static func refusal(_ fault: WebToken.Fault) -> IDTokenRefusal {
        switch fault {
        case .parts(let count): .malformed("it has \(count) parts instead of 3")
        case .header: .malformed("its header is not JSON in base64url")
        case .claims: .malformed("its claims are not JSON in base64url")
        case .signature: .badSignature
        }
    }

    /// Why none of these keys has signed it; `nil` when one has. A token that names a key is checked with that one
    /// only.
    ///
    /// `unknownKey` when none matches, so that the provider's keys should be fetched again.
    func refusal(by keys: [SigningKey]) -> IDTokenRefusal? {
        let fitting = keys.filter { ($0.name == key || key == nil) && $0.serves(algorithm) }
        guard !fitting.isEmpty else { return .unknownKey }
        return fitting.contains { $0.hasSigned(token, with: algorithm) } ? nil : .badSignature
    }

    /// Checks that it is meant for us, now, and as the answer to this request.
    func check(_ expected: Expected) throws(IDTokenRefusal) {
        guard claims["iss"]?.string == expected.issuer else { throw .issuer }
        try checkAudience(expected.client)
        try checkTimes(expected.now)
        // We always send a nonce.
        guard let nonce = claims["nonce"]?.string, nonce == expected.nonce else { throw .nonce }
        guard let subject = claims["sub"]?.string, !subject.isEmpty else { throw .subject }
    }

    private func checkAudience(_ client: String) throws(IDTokenRefusal) {
        let audience = claims["aud"].map { $0.array ?? [$0] } ?? []
        guard audience.contains(.string(client)) else { throw .audience }
        let party = claims["azp"]?.string
        guard party == client || party == nil && claims["azp"] == nil && audience.count == 1 else {
            throw .authorizedParty
        }
    }

    /// Clocks may differ by two minutes.
    private func checkTimes(_ now: Moment) throws(IDTokenRefusal) {
        let leeway = 120.0
        let now = Double(now.milliseconds) / 1_000
        guard let expiry = claims["exp"]?.number?.double, expiry + leeway > now else { throw .expired }
        guard let issued = claims["iat"]?.number?.double, issued - leeway <= now else { throw .notYetValid }
        if let start = claims["nbf"] {
            guard let start = start.number?.double, start - leeway <= now else { throw .notYetValid }
        }
    }

    /// The values that an ID token must match.
    struct Expected: Sendable {
        var issuer: String
        /// Our client id at the provider.
        var client: String
        var nonce: String
        var now: Moment
    }
}
