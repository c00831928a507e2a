import Expressions
import Foundation
import JSON
import JWTKit
import Synchronization

/// Checks that a webhook is Apple's: a JWT signed with HS256 and our secret, `aud` our MSP id, `iat` at most an hour off
/// (developer.apple.com, Authorizing Messages; the hour is ours).
final class WebhookToken: Sendable {
    private let mspID: String
    private let secret: Data
    private let keys = JWTKeyCollection()
    /// Tokens whose signature and audience are good, with their age; Apple sends the same one for a while.
    private let known = Mutex<[String: Int]>([:])

    private static let longest = TimeLength.hours(1)
    private static let mostKnown = 256
    private static let longestToken = 8_192

    init(mspID: String, secret: Data) {
        self.mspID = mspID
        self.secret = secret
    }

    func check(_ authorization: String?, now: Moment) async throws(WebhookRefusal) {
        guard let authorization else { throw .noToken }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .noToken }
        let token = String(parts[1])
        guard token.utf8.count <= Self.longestToken else { throw .badToken("the token is too long") }
        let issuedAt = try await issueTime(token)
        let age = now - Moment(seconds: issuedAt)
        guard age <= Self.longest, age >= Self.longest * -1 else {
            throw .badToken("the token was made more than an hour from now")
        }
    }

    private func issueTime(_ token: String) async throws(WebhookRefusal) -> Int {
        if let known = known.withLock({ $0[token] }) { return known }
        // The algorithm is fixed here; what the token says about itself is only compared with it.
        guard let header = Self.part(0, of: token), header["alg"]?.string == "HS256" else {
            throw .badToken("the token is not a JWT with HS256")
        }
        await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
        guard let claims = try? await keys.verify(token, as: WebhookClaims.self) else {
            throw .badToken("the token is not signed with our secret")
        }
        guard claims.aud.value.contains(mspID) else { throw .badToken("the token is meant for somebody else") }
        let issuedAt = Int(claims.iat.rounded(.down))
        known.withLock { known in
            if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
            known[token] = issuedAt
        }
        return issuedAt
    }

    private static func part(_ index: Int, of token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let text = parts[index].replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text + padding).flatMap { try? JSONValue(parsing: $0) }
    }
}

private struct WebhookClaims: JWTPayload {
    let aud: AudienceClaim
    let iat: Double

    func verify(using algorithm: some JWTAlgorithm) {}
}
