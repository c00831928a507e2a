import Channels
import Crypto
import Expressions
import Foundation
import JSON
import Synchronization

/// A small identity provider, so that signing in can be tested without an account anywhere: OAuth 2 (RFC 6749) with
/// PKCE (RFC 7636) and OpenID Connect, with discovery, a sign-in page, and injectable faults.
final class IdentityProvider: Sendable {
    let description: IdentityDescription
    let clock: any WallClock
    let identifiers: IdentifierSource
    let state: Mutex<IdentityState>

    /// One minute: RFC 6749, section 4.1.2, requires a short lifetime.
    static let codeLife = TimeLength.minutes(1)
    static let tokenLife = TimeLength.hours(1)
    static let mostKept = 1_000

    /// - Parameter state: the state of an earlier provider of this name, if there was one.
    init(
        _ description: IdentityDescription, clock: any WallClock, identifiers: IdentifierSource,
        state: IdentityState = IdentityState()
    ) {
        self.state = Mutex(state)
        self.description = description
        self.clock = clock
        self.identifiers = identifiers
    }

    // Control by tests and `usher chat`.

    /// Misbehaves at the next opportunity.
    func misbehave(_ fault: IdentityFault, delay: TimeLength) {
        state.withLock { state in
            state.faults.append(fault)
            state.delay = delay
        }
    }

    func rotateKeys(keepingName: Bool) { state.withLock { $0.keys.rotate(keepingName: keepingName) } }

    func strike(_ place: IdentityFault.Place) -> IdentityFault? {
        state.withLock { state in
            guard let index = state.faults.firstIndex(where: { $0.place == place }) else { return nil }
            return state.faults.remove(at: index)
        }
    }

    // Published documents.

    /// OpenID Connect Discovery 1.0, section 3.
    func discovery(issuer: String) -> JSONValue {
        [
            "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
            "token_endpoint": .string(issuer + "/token"), "userinfo_endpoint": .string(issuer + "/userinfo"),
            "jwks_uri": .string(issuer + "/keys"), "response_types_supported": ["code"],
            "subject_types_supported": ["pairwise"], "id_token_signing_alg_values_supported": ["ES256"],
            "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true,
        ]
    }

    var keys: JSONValue? {
        if strike(.keys) == .keysUnavailable { return nil }
        return state.withLock { $0.keys.published }
    }

    // Signing in.

    /// Returns why a request must not be answered; `nil` when it may be. A refused request is never redirected
    /// anywhere.
    func validationError(about request: AuthorizeRequest) -> String? {
        guard request.responseType == "code" else { return "`response_type` is not `code`" }
        guard !request.client.isEmpty else { return "`client_id` is missing" }
        guard request.hasUsableRedirect else {
            return "`redirect_uri` is not an address that begins with `http://` or `https://` and has no fragment (`#`)"
        }
        guard let client = description.client else { return nil }
        guard client.id == request.client else { return "there is no client `\(request.client)`" }
        if let redirects = client.redirects, !redirects.contains(request.redirect) {
            return "`redirect_uri` is not registered for the client"
        }
        guard client.secret != nil || request.challenge != nil else { return "a client without a secret must use PKCE" }
        return nil
    }

    /// Returns the redirect address for a customer who has entered a user and a password; `nil` when these are wrong.
    func signIn(_ request: AuthorizeRequest, user: String, password: String, issuer: String) -> String? {
        guard !user.isEmpty, knows(user, password) else { return nil }
        var fields: [(String, String)] = []
        let fault = strike(.redirect)
        switch fault {
        case .serverError: fields.append(("error", "server_error"))
        case .accessDenied: fields.append(("error", "access_denied"))
        default: fields.append(("code", grant(request, user, repeatsOld: fault == .oldCode)))
        }
        let state =
            switch fault {
            case .wrongState: request.state.map { String($0.reversed()) }
            case .noState: String?.none
            default: request.state
            }
        fields.append(("iss", fault == .otherIssuer ? "https://other.example" : issuer))
        return request.address(with: fields, state: state)
    }

    /// Returns the redirect address for a customer who cancels.
    func cancel(_ request: AuthorizeRequest, issuer: String) -> String {
        request.address(with: [("error", "access_denied"), ("iss", issuer)], state: request.state)
    }

    private func knows(_ user: String, _ password: String) -> Bool {
        guard let people = description.people else { return password != "wrong" }
        return people.contains { $0.user == user && $0.password == password }
    }

    private func grant(_ request: AuthorizeRequest, _ user: String, repeatsOld: Bool) -> String {
        state.withLock { state in
            if repeatsOld, let code = state.lastCode { return code }
            let code = identifiers.uuid() + identifiers.uuid()
            state.codes[code] = IdentityGrant(request: request, user: user, at: clock.now)
            state.codeOrder.append(code)
            if state.codeOrder.count > Self.mostKept { state.codes[state.codeOrder.removeFirst()] = nil }
            state.lastCode = code
            return code
        }
    }
}
