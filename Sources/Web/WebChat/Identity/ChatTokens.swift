import ConversationRuntime
import Expressions
import Foundation
import JSON
import WebTokens

/// Signs the tokens that browsers send, and accepts only its own: JWTs with HS256 (RFC 7515, RFC 7519).
final class ChatTokens: Sendable {
    /// The purpose of a token; one kind is never accepted in place of another.
    private enum Kind: String {
        case session
        case invitation
    }

    /// The claims of the server's own tokens. Names are short, since they travel with every request.
    private struct Claims {
        var kind: Kind
        var sub: String
        var exp: Moment
        var gen = 0
        var with: [String] = []
    }

    private static let audience = "usher-chat"
    private static let longest = 8_192
    /// The end of the year 9999; later times in milliseconds might overflow.
    private static let lastSecond = 253_402_300_799

    private let secret: TokenSecret

    init(secret: Data) { self.secret = TokenSecret(secret) }

    /// Returns a session token for a customer.
    func session(of customer: ChatCustomer, with others: [String], until expires: Moment) -> String {
        sign(Claims(kind: .session, sub: customer.id, exp: expires, gen: customer.generation, with: others))
    }

    /// Returns the contents of a session token; `nil` when this server did not sign it, or it has expired.
    func session(_ token: String, now: Moment) -> (customer: String, generation: Int, with: [String], exp: Moment)? {
        claims(token, .session, now).map { ($0.sub, $0.gen, $0.with, $0.exp) }
    }

    /// Returns a token that admits its bearer to a conversation.
    func invitation(to conversation: String, until expires: Moment) -> String {
        sign(Claims(kind: .invitation, sub: conversation, exp: expires))
    }

    /// Returns the conversation of an invitation; `nil` when this server did not sign it, or it has expired.
    func invitation(_ token: String, now: Moment) -> String? { claims(token, .invitation, now)?.sub }

    private func sign(_ claims: Claims) -> String {
        var json: JSONObject = [
            "aud": .string(Self.audience), "kind": .string(claims.kind.rawValue), "sub": .string(claims.sub),
            "exp": .int(claims.exp.seconds),
        ]
        if claims.kind == .session { json["gen"] = .int(claims.gen) }
        if !claims.with.isEmpty { json["with"] = .array(claims.with.map { .string($0) }) }
        return secret.token(json)
    }

    private func claims(_ token: String, _ kind: Kind, _ now: Moment) -> Claims? {
        guard token.utf8.count <= Self.longest, let claims = secret.claims(of: token),
            claims["aud"]?.string == Self.audience, claims["kind"]?.string == kind.rawValue,
            let subject = claims["sub"]?.string, let end = claims["exp"]?.int, (0...Self.lastSecond).contains(end),
            Moment(seconds: end) > now
        else { return nil }
        return Claims(
            kind: kind, sub: subject, exp: Moment(seconds: end), gen: claims["gen"]?.int ?? 0,
            with: claims["with"]?.array?.compactMap(\.string) ?? [])
    }
}
