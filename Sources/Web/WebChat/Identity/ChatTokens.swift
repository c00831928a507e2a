import ConversationRuntime
import Expressions
import Foundation
import JWTKit

/// Signs what browsers show, and believes only what it has signed itself: JWTs with HS256 (RFC 7515, RFC 7519).
final class ChatTokens: Sendable {
    /// What a token is for; one kind is never taken for another.
    private enum Kind: String, Codable {
        case session
        case invitation
    }

    /// The claims of a token of ours. Names are short, since they travel with every request.
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
    /// The end of the year 9999; milliseconds of what comes after might not be numbers any more.
    private static let lastSecond = 253_402_300_799

    private let keys = JWTKeyCollection()
    private let secret: Data

    init(secret: Data) { self.secret = secret }

    /// A session of a customer.
    func session(of customer: ChatCustomer, with others: [String], until expires: Moment) async throws -> String {
        try await sign(
            Claims(
                aud: Self.audience, kind: .session, sub: customer.id, exp: expires.seconds, gen: customer.generation,
                with: others.isEmpty ? nil : others))
    }

    /// What a session token says; `nil` when it is none of ours, or over.
    func session(_ token: String, now: Moment) async -> (
        customer: String, generation: Int, with: [String], exp: Moment
    )? {
        guard let claims = await claims(token, .session, now) else { return nil }
        return (claims.sub, claims.gen ?? 0, claims.with ?? [], Moment(seconds: claims.exp))
    }

    /// Lets whoever has it into a conversation.
    func invitation(to conversation: String, until expires: Moment) async throws -> String {
        try await sign(Claims(aud: Self.audience, kind: .invitation, sub: conversation, exp: expires.seconds))
    }

    /// The conversation of an invitation; `nil` when it is none of ours, or over.
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
