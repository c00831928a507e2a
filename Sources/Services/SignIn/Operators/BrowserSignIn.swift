import Channels
import Crypto
import FlowModel
import Foundation
public import JSON
import WebTokens

/// A sign-in of one browser at a provider, under way. What belongs to it is in a cookie of that browser alone, so that no
/// other browser can end it.
public struct BrowserSignIn: Sendable {
    private let state: String
    let nonce: String
    let verifier: String

    /// Begins one.
    public static func begin() -> BrowserSignIn {
        BrowserSignIn(state: RandomToken.make(), nonce: RandomToken.make(), verifier: RandomToken.make())
    }

    private init(state: String, nonce: String, verifier: String) {
        (self.state, self.nonce, self.verifier) = (state, nonce, verifier)
    }

    /// Reads the value of the cookie; `nil` for every other text.
    public init?(cookie: String) {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 43 && Base64URL.bytes($0[...]) != nil }) else {
            return nil
        }
        self.init(state: parts[0], nonce: parts[1], verifier: parts[2])
    }

    /// The value of the cookie.
    public var cookie: String { "\(state).\(nonce).\(verifier)" }

    /// What distinguishes the cookie of the sign-in with this state from those of others: a browser can have several
    /// under way.
    public static func mark(of state: String) -> String {
        // One of sixteen, so that no page can have a browser collect more cookies than a request can carry.
        SHA256.hash(data: Data(state.utf8)).prefix(1).map { String(format: "%x", $0 & 15) }.joined()
    }

    /// What distinguishes its cookie from those of others.
    public var mark: String { Self.mark(of: state) }

    /// Whether a callback belongs to it; the time of the comparison reveals nothing about the state.
    public func isOf(state: String) -> Bool {
        SHA256.hash(data: Data(state.utf8)) == SHA256.hash(data: Data(self.state.utf8))
    }

    /// The address to which the browser is sent (OpenID Connect Core, section 3.1.2.1).
    public func address(at client: ProviderClient, redirect: String) async throws(SignInFailure) -> String {
        let addresses = try await client.addresses()
        var fields = [
            ("response_type", "code"), ("client_id", client.provider.client), ("redirect_uri", redirect),
            ("scope", client.provider.scope.joined(separator: " ")), ("state", state), ("nonce", nonce),
        ]
        if addresses.takesPKCE {
            fields.append(("code_challenge", ProofKey(verifier: verifier).challenge))
            fields.append(("code_challenge_method", "S256"))
        }
        return addresses.authorize + (addresses.authorize.contains("?") ? "&" : "?") + FormText.text(fields)
    }
}

extension ProviderClient {
    /// Exchanges a code for what the provider says of the person.
    ///
    /// - Parameter names: the claims that are asked for at userinfo, where the ID token lacks them.
    public func identity(
        code: String, redirect: String, of signIn: BrowserSignIn, claims names: [String]
    ) async throws(SignInFailure) -> JSONObject {
        let addresses = try await addresses()
        guard let issuer = addresses.issuer else { throw .badAnswer("the provider has no issuer") }
        var fields = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect)]
        if addresses.takesPKCE { fields.append(("code_verifier", signIn.verifier)) }
        let tokens = try await tokens(fields, addresses)
        guard let text = tokens.id else { throw .badAnswer("there is no `id_token`") }
        let token = try await believed(text, issuer: issuer, nonce: signIn.nonce)
        let claims = token.claims.object ?? [:]
        guard names.contains(where: { claims[$0] == nil }), let userinfo = addresses.userinfo else { return claims }
        let more = try await userinfoDocument(userinfo, tokens)
        // Another person's userinfo may have been substituted (OpenID Connect Core, section 5.3.2).
        guard more["sub"] == token.claims["sub"] else {
            throw .badAnswer("userinfo has another `sub` than the ID token")
        }
        var all = more.object ?? [:]
        for name in claims.keys { all[name] = claims[name] }
        return all
    }
}
