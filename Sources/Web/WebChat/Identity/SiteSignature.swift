import ConversationRuntime
import Expressions
import Foundation
import JSON
import WebTokens

/// Verifies what the embedding site signs about a customer: a JWT with HS256 and a shared secret.
struct SiteSignature: Sendable {
    private struct Claims {
        let sub: String
        let exp: Double
        let name: String?
        let with: [String]
        let role: String?

        /// `nil` when a claim is missing or has another type.
        init?(_ json: JSONObject) {
            guard let sub = json["sub"]?.string, let exp = json["exp"]?.number?.double,
                let name = Self.value(json["name"], \.string), let role = Self.value(json["role"], \.string),
                let with = Self.value(json["with"], \.array)
            else { return nil }
            let ids = (with ?? []).map(\.string)
            guard !ids.contains(nil) else { return nil }
            (self.sub, self.exp, self.name, self.role, self.with) = (sub, exp, name, role, ids.compactMap(\.self))
        }

        /// The value of an optional claim, which may be null; `nil` when it has another type.
        private static func value<Value>(_ claim: JSONValue?, _ value: (JSONValue) -> Value?) -> Value?? {
            guard let claim, !claim.isNull else { return .some(nil) }
            return value(claim).map { .some($0) }
        }
    }

    /// The verified claims.
    struct Signer: Sendable {
        var subject: String
        var name: String?
        var role: ChatCustomer.Role
        var with: [String]
    }

    let secret: Data

    private static let longestToken = 8_192
    private static let longestSubject = 200
    private static let mostOthers = 50
    /// The maximum remaining lifetime of a signature.
    private static let longestLife = TimeLength.hours(1)

    func read(_ token: String, now: Moment) throws(ChatRefusal) -> Signer {
        guard token.utf8.count <= Self.longestToken else { throw refusal("it is too long") }
        guard let claims = TokenSecret(secret).claims(of: token).flatMap(Claims.init) else {
            throw refusal("it is not a JWT with HS256 and `web_chat.sign_in_secret`, or lacks `sub` or `exp`")
        }
        let end = claims.exp * 1_000
        guard end > Double(now.milliseconds) else { throw refusal("it has expired (`exp`)") }
        guard end <= Double((now + Self.longestLife).milliseconds) else {
            throw refusal("it is valid for more than an hour (`exp`)")
        }
        guard Self.isID(claims.sub) else { throw refusal("`sub` is empty, too long, or contains control characters") }
        guard let role = ChatCustomer.Role(rawValue: claims.role ?? "customer") else {
            throw refusal("`role` is neither `customer` nor `person`")
        }
        guard claims.with.count <= Self.mostOthers, claims.with.allSatisfy(Self.isID) else {
            throw refusal("`with` has more than \(Self.mostOthers) ids, or an invalid one")
        }
        return Signer(subject: claims.sub, name: claims.name.flatMap(ChatName.of), role: role, with: claims.with)
    }

    /// The database ends a text at its first NUL character: `ana\0` would be Ana.
    private static func isID(_ text: String) -> Bool {
        (1...longestSubject).contains(text.unicodeScalars.count)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    private func refusal(_ reason: String) -> ChatRefusal {
        ChatRefusal(.unknown, "`token` is not valid: \(reason)")
    }
}
