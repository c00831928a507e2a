import ConversationRuntime
import Expressions
import Foundation
import JWTKit

/// Signs the tokens that browsers send, and accepts only its own: JWTs with HS256 (RFC 7515, RFC 7519).
final class ChatTokens: Sendable {
    /// The purpose of a token; one kind is never accepted in place of another.
    private enum Kind: String, Codable {
        case session
        case invitation
    }

    /// The claims of the server's own tokens. Names are short, since they travel with every request.
    private struct Claims: JWTPayload {
        var aud: String
        var kind: Kind
        var sub: String
        var exp: Int
        var gen: Int?
        var with: [String]?

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private static let audience = "usher-chat"
    private static let longest = 8_192
    /// The end of the year 9999; later times in milliseconds might overflow.
    private static let lastSecond = 253_402_300_799

    private let keys = JWTKeyCollection()
    private let secret: Data

    init(secret: Data) { self.secret = secret }

    /// Returns a session token for a customer.
    func session(of customer: ChatCustomer, with others: [String], until expires: Moment) async throws -> String {
        try await sign(
            Claims(
                aud: Self.audience, kind: .session, sub: customer.id, exp: expires.seconds, gen: customer.generation,
                with: others.isEmpty ? nil : others))
    }

    /// Returns the contents of a session token; `nil` when this server did not sign it, or it has expired.
    func session(_ token: String, now: Moment) async -> (
        customer: String, generation: Int, with: [String], exp: Moment
    )? {
        guard let claims = await claims(token, .session, now) else { return nil }
        return (claims.sub, claims.gen ?? 0, claims.with ?? [], Moment(seconds: claims.exp))
    }

    /// Returns a token that admits its bearer to a conversation.
    func invitation(to conversation: String, until expires: Moment) async throws -> String {
        try await sign(Claims(aud: Self.audience, kind: .invitation, sub: conversation, exp: expires.seconds))
    }

    /// Returns the conversation of an invitation; `nil` when this server did not sign it, or it has expired.
    func invitation(_ token: String, now: Moment) async -> String? { await claims(token, .invitation, now)?.sub }

    private func sign(_ claims: Claims) async throws -> String {
        await addKey()
        return try await keys.sign(claims)
    }

    private func claims(_ token: String, _ kind: Kind, _ now: Moment) async -> Claims? {
        guard token.utf8.count <= Self.longest else { return nil }
        await addKey()
        guard let claims = try? await keys.verify(token, as: Claims.self), claims.aud == Self.audience,
            claims.kind == kind, (0...Self.lastSecond).contains(claims.exp), Moment(seconds: claims.exp) > now
        else { return nil }
        return claims
    }

    private func addKey() async { await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256) }
}
