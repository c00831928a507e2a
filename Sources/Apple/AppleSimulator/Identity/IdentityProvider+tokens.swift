import Channels
import Crypto
import Expressions
import Foundation
import JSON
import Synchronization

extension IdentityProvider {
    /// Responds to a request to the token endpoint (RFC 6749, sections 4.1.3 and 6).
    ///
    /// Throws `CancellationError` when the simulator stops while a fault delays the request.
    func tokens(for request: IdentityTokenRequest, issuer: String) async throws -> IdentityAnswer {
        let fault = strike(.token)
        if fault == .slow { try await clock.pause(state.withLock(\.delay)) }
        if fault == .unavailable { return IdentityAnswer(503, ["error": "temporarily_unavailable"]) }
        if fault == .invalidGrant { return .refused("invalid_grant") }
        guard isClient(request) else { return IdentityAnswer(401, ["error": "invalid_client"]) }
        switch request.fields["grant_type"] {
        case "authorization_code": return try exchange(request, fault, issuer)
        case "refresh_token": return refresh(request)
        default: return .refused("unsupported_grant_type")
        }
    }

    private func isClient(_ request: IdentityTokenRequest) -> Bool {
        guard let client = description.client else { return !request.client.isEmpty }
        return client.id == request.client && client.secret == request.secret
    }

    private func exchange(
        _ request: IdentityTokenRequest, _ fault: IdentityFault?, _ issuer: String
    ) throws -> IdentityAnswer {
        let now = clock.now
        let code = request.fields["code"] ?? ""
        let grant = state.withLock { state -> IdentityGrant? in
            guard let grant = state.codes[code] else { return nil }
            // A code that is used twice revokes the tokens issued for it (RFC 6749, section 4.1.2).
            if grant.isUsed { for token in grant.tokens { state.sessions[token] = nil } }
            state.codes[code]?.isUsed = true
            return grant.isUsed ? nil : grant
        }
        guard let grant, now - grant.at < Self.codeLife, grant.request.client == request.client,
            grant.request.redirect == request.fields["redirect_uri"],
            grant.request.proves(request.fields["code_verifier"])
        else { return .refused("invalid_grant") }
        var answer = tokens(of: grant.user, client: request.client, code: code)
        if fault == .otherTokenType { answer["token_type"] = "mac" }
        if grant.request.scope.contains("openid"), fault != .noIDToken {
            answer["id_token"] = .string(try idToken(grant, issuer, fault))
        }
        return IdentityAnswer(200, .object(answer))
    }

    private func refresh(_ request: IdentityTokenRequest) -> IdentityAnswer {
        let token = request.fields["refresh_token"] ?? ""
        let access = state.withLock { state in
            defer { state.sessions[token] = nil }
            return state.sessions[token]
        }
        guard let access, access.expires == nil, access.client == request.client else {
            return .refused("invalid_grant")
        }
        return IdentityAnswer(200, .object(tokens(of: access.user, client: access.client, code: nil)))
    }

    private func tokens(of user: String, client: String, code: String?) -> JSONObject {
        let (access, refresh) = ("at-" + identifiers.uuid(), "rt-" + identifiers.uuid())
        let expires = clock.now + Self.tokenLife
        state.withLock { state in
            state.sessions[access] = IdentityAccess(user: user, client: client, expires: expires)
            state.sessions[refresh] = IdentityAccess(user: user, client: client, expires: nil)
            state.sessionOrder += [access, refresh]
            if let code { state.codes[code]?.tokens = [access, refresh] }
            while state.sessionOrder.count > Self.mostKept { state.sessions[state.sessionOrder.removeFirst()] = nil }
        }
        return [
            "access_token": .string(access), "token_type": "Bearer", "expires_in": .int(Self.tokenLife.seconds),
            "refresh_token": .string(refresh),
        ]
    }

    private func idToken(_ grant: IdentityGrant, _ issuer: String, _ fault: IdentityFault?) throws -> String {
        let now = clock.now.seconds
        var claims = self.claims(of: grant.user)
        claims["iss"] = .string(fault == .wrongIssuer ? "https://other.example" : issuer)
        claims["aud"] = .string(fault == .wrongAudience ? "other-client" : grant.request.client)
        if fault == .wrongParty { claims["azp"] = "other-client" }
        claims["iat"] = .int(fault == .notYetValid ? now + 3_600 : fault == .expired ? now - 7_200 : now)
        claims["exp"] = .int(fault == .expired ? now - 3_600 : now + 7_200)
        claims.set("nonce", fault == .noNonce ? nil : grant.request.nonce.map { .string($0) })
        if fault == .wrongNonce { claims["nonce"] = "another" }
        let token = try state.withLock { state in
            if fault == .oldToken, let old = state.lastToken { return old }
            return try state.keys.token(claims, fault)
        }
        state.withLock { $0.lastToken = token }
        return token
    }

    /// Returns the claims about a user: the subject is different for every provider.
    private func claims(of user: String) -> JSONObject {
        let hash = SHA256.hash(data: Data("\(description.name)/\(user)".utf8))
        var claims: JSONObject = [
            "sub": .string(IdentityKeys.base64URL(Data(hash).prefix(12))), "name": .string(user.capitalized),
            "email": .string("\(user)@example.com"),
        ]
        for (name, value) in description.claims { claims[name] = value }
        for (name, value) in description.people?.first(where: { $0.user == user })?.claims ?? [:] {
            claims[name] = value
        }
        return claims
    }

    /// Responds to a request to the userinfo endpoint (OpenID Connect Core, section 5.3).
    func userinfo(_ token: String?) -> IdentityAnswer {
        let access = state.withLock { state in token.flatMap { state.sessions[$0] } }
        guard let access, let expires = access.expires, clock.now < expires else {
            return IdentityAnswer(401, ["error": "invalid_token"])
        }
        var claims = claims(of: access.user)
        if strike(.userinfo) == .otherUserinfo { claims["sub"] = "somebody-else" }
        return IdentityAnswer(200, .object(claims))
    }
}

/// A JSON response.
struct IdentityAnswer: Sendable {
    let status: Int
    let json: JSONValue

    init(_ status: Int, _ json: JSONValue) {
        self.status = status
        self.json = json
    }

    /// RFC 6749, section 5.2.
    static func refused(_ error: String) -> IdentityAnswer { IdentityAnswer(400, ["error": .string(error)]) }
}
