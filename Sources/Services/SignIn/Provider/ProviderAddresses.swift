import Foundation
import JSON

/// Where a provider does what.
public struct ProviderAddresses: Sendable, Hashable {
    /// `iss` of its ID tokens; `nil` for a provider of OAuth 2 alone, which has none.
    public var issuer: String?
    public var authorize: String
    public var token: String
    /// What it tells about a customer besides the ID token.
    public var userinfo: String?
    /// Its signing keys.
    public var keys: String?
    /// Whether it takes PKCE with S256; a provider that says nothing of it leaves out what it does not know.
    public var takesPKCE = true

    /// Those of a provider that are written in `Config/services.yaml`.
    init(authorize: String, token: String, userinfo: String?) {
        self.authorize = authorize
        self.token = token
        self.userinfo = userinfo
    }

    /// Those that a provider tells (OpenID Connect Discovery 1.0, sections 3 and 4.3).
    ///
    /// - Parameters:
    ///   - issuer: whom was asked; the document has to be about the same, or anybody could speak for anybody.
    ///   - isAllowed: whether an address may be used.
    init(
        _ document: JSONValue, of issuer: String, isAllowed: (String) -> Bool
    ) throws(SignInFailure) {
        guard let named = document["issuer"]?.string, Self.same(named, issuer) else {
            throw .badAnswer("the discovery document is about another issuer")
        }
        self.issuer = named
        authorize = try Self.address("authorization_endpoint", in: document, isAllowed)
        token = try Self.address("token_endpoint", in: document, isAllowed)
        keys = try Self.address("jwks_uri", in: document, isAllowed)
        if document["userinfo_endpoint"] != nil {
            userinfo = try Self.address("userinfo_endpoint", in: document, isAllowed)
        }
        if let methods = document["code_challenge_methods_supported"]?.array { takesPKCE = methods.contains("S256") }
    }

    /// A slash at the end makes no other issuer: people write the address either way.
    private static func same(_ one: String, _ other: String) -> Bool {
        func plain(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
        return plain(one) == plain(other)
    }

    private static func address(
        _ key: String, in document: JSONValue, _ isAllowed: (String) -> Bool
    ) throws(SignInFailure) -> String {
        guard let address = document[key]?.string, address.utf8.count <= 2_000, URL(string: address)?.host() != nil
        else {
            throw .badAnswer("the discovery document has no `\(key)`")
        }
        guard isAllowed(address) else { throw .badAnswer("`\(key)` is not an `https` address") }
        return address
    }
}
