import Foundation
import JSON

/// A provider's endpoints.
public struct ProviderAddresses: Sendable, Hashable {
    /// `iss` of its ID tokens; `nil` for a plain OAuth 2 provider, which has none.
    public var issuer: String?
    public var authorize: String
    public var token: String
    /// The endpoint for claims beyond the ID token.
    public var userinfo: String?
    /// The address of its signing keys.
    public var keys: String?
    /// Whether it supports PKCE with S256; a provider that does not specify this ignores unknown parameters.
    public var takesPKCE = true

    /// The endpoints of a provider configured in `Config/services.yaml`.
    init(authorize: String, token: String, userinfo: String?) {
        self.authorize = authorize
        self.token = token
        self.userinfo = userinfo
    }

    /// The endpoints in a discovery document (OpenID Connect Discovery 1.0, sections 3 and 4.3).
    ///
    /// - Parameters:
    ///   - issuer: the issuer that was queried; the document must name the same one, or any provider could impersonate
    ///     any other.
    ///   - isAllowed: whether an address may be used.
    init(
        _ document: JSONValue, of issuer: String, isAllowed: (String) -> Bool
    ) throws(SignInFailure) {
        guard let named = document["issuer"]?.string, Self.same(named, issuer) else {
            throw .badAnswer("the discovery document is of another issuer")
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

    /// A trailing slash does not make another issuer: both spellings are common.
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
