public import Channels
import CurlClient
public import Expressions
public import FlowModel
import Foundation
import JSON

/// A client of one identity provider: OAuth 2 (RFC 6749) with PKCE (RFC 7636), and OpenID Connect Core 1.0 where the
/// provider has a discovery document.
public struct ProviderClient: Sendable {
    public let provider: SignInProvider
    private let secret: String?
    private let http: ProviderHTTP
    private let directory: Directory
    private let clock: any WallClock
    private let zone: Zone

    /// - Parameters:
    ///   - secret: the client's secret; `nil` for a client without one.
    ///   - zone: the time zone in which times without a zone are read.
    public init(_ provider: SignInProvider, secret: String?, http: ProviderHTTP, clock: any WallClock, zone: Zone) {
        self.provider = provider
        self.secret = secret
        self.http = http
        self.clock = clock
        self.zone = zone
        directory = Directory(provider, http: http, clock: clock)
    }

    func isOf(_ provider: SignInProvider, secret: String?, zone: Zone) -> Bool {
        self.provider == provider && self.secret == secret && self.zone == zone
    }

    /// The provider's endpoints.
    ///
    /// - Throws: when its discovery document cannot be fetched.
    public func addresses() async throws(SignInFailure) -> ProviderAddresses { try await directory.currentAddresses() }

    /// The result of a sign-in: tokens, and the provider's claims about the customer.
    public struct SignedIn: Sendable, Hashable {
        public var tokens: TokenSet
        public var claims: Fields
    }

    /// Exchanges a code for tokens, and reads the customer's claims.
    ///
    /// - Parameters:
    ///   - redirect: the address at which the code arrived; it must be the one of the request.
    ///   - verifier: of the request; `nil` when the provider does not support PKCE.
    ///   - scope: the requested scope; if it contains `openid`, there must be an ID token.
    public func signIn(
        code: String, redirect: String, verifier: String?, nonce: String, scope: [String]
    ) async throws(SignInFailure) -> SignedIn {
        var fields = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect)]
        if let verifier { fields.append(("code_verifier", verifier)) }
        let addresses = try await addresses()
        let tokens = try await tokens(fields, addresses)
        return SignedIn(tokens: tokens, claims: try await claims(of: tokens, addresses, nonce: nonce, scope: scope))
    }

    /// Gets a new access token. If the provider returns no new refresh token, the old one remains valid.
    public func refresh(_ refresh: String) async throws(SignInFailure) -> TokenSet {
        var tokens = try await tokens(
            [("grant_type", "refresh_token"), ("refresh_token", refresh)], try await addresses())
        tokens.refresh = tokens.refresh ?? refresh
        return tokens
    }

    func tokens(
        _ fields: [(name: String, value: String)], _ addresses: ProviderAddresses
    ) async throws(SignInFailure) -> TokenSet {
        let request = TokenRequest(client: provider.client, secret: secret).request(to: addresses.token, fields)
        let (status, json) = try await http.json(request)
        return try TokenSet(try TokenRequest.read(status, json), at: clock.now)
    }

    /// The provider's claims about the customer: from the ID token where one is required, and from userinfo for those
    /// it does not contain.
    private func claims(
        of tokens: TokenSet, _ addresses: ProviderAddresses, nonce: String, scope: [String]
    ) async throws(SignInFailure) -> Fields {
        guard let issuer = addresses.issuer, scope.contains("openid") else {
            return try await ownClaims(of: tokens, addresses)
        }
        guard let text = tokens.id else { throw .badAnswer("there is no `id_token`") }
        let token = try await believed(text, issuer: issuer, nonce: nonce)
        let isMissing = provider.claims.contains { token.claims[$0.name] == nil }
        guard isMissing, let userinfo = addresses.userinfo else { return try reader.fields(token.claims) }
        let more = try await userinfoDocument(userinfo, tokens)
        // Another customer's userinfo may have been substituted (OpenID Connect Core, section 5.3.2).
        guard more["sub"] == token.claims["sub"] else {
            throw .badAnswer("userinfo has another `sub` than the ID token")
        }
        return try reader.fields(token.claims, more)
    }

    /// A plain OAuth 2 provider returns claims separately from its tokens. The engine reports missing ones.
    private func ownClaims(of tokens: TokenSet, _ addresses: ProviderAddresses) async throws(SignInFailure) -> Fields {
        guard !provider.claims.isEmpty, let userinfo = addresses.userinfo else { return Fields() }
        return try reader.fields(try await userinfoDocument(userinfo, tokens))
    }

    private var reader: ClaimReader { ClaimReader(types: provider.claims, zone: zone) }

    func userinfoDocument(_ address: String, _ tokens: TokenSet) async throws(SignInFailure) -> JSONValue {
        var request = HTTPRequest("GET", address)
        request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(tokens.access)")]
        let (status, json) = try await http.json(request)
        guard status == 200, let json, json.object != nil else {
            throw .badAnswer("HTTP status \(status) for userinfo")
        }
        return json
    }

    /// The ID token, verified completely.
    ///
    /// Its claims are checked first: a token that is not meant for us is not worth fetching keys for.
    func believed(_ text: String, issuer: String, nonce: String) async throws(SignInFailure) -> IDToken {
        let token: IDToken
        do throws(IDTokenRefusal) {
            token = try IDToken(text)
            try token.check(
                IDToken.Expected(issuer: issuer, client: provider.client, nonce: nonce, now: clock.now))
        } catch {
            throw .forged(error)
        }
        var refusal = token.refusal(by: try await directory.currentKeys())
        // The provider may have changed its keys since; not every provider gives a new key a new name.
        if refusal == .unknownKey || refusal == .badSignature {
            refusal = token.refusal(by: try await directory.currentKeys(isUnknown: true))
        }
        if let refusal { throw .forged(refusal) }
        return token
    }
}
