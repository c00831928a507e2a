import Expressions

/// The state of an identity provider.
struct IdentityState: Sendable {
    var keys = IdentityKeys()
    var codes: [String: IdentityGrant] = [:]
    var codeOrder: [String] = []
    var sessions: [String: IdentityAccess] = [:]
    var sessionOrder: [String] = []
    var faults: [IdentityFault] = []
    var delay = TimeLength.zero
    var lastCode: String?
    var lastToken: String?

    /// The state for a provider that replaces this one, without pending faults.
    var continued: IdentityState {
        var state = self
        state.faults = []
        state.delay = .zero
        return state
    }
}

/// A granted authorisation, until its code is exchanged.
struct IdentityGrant: Sendable {
    let request: AuthorizeRequest
    let user: String
    let at: Moment
    var isUsed = false
    var tokens: [String] = []
}

/// The grant behind an access token or a refresh token.
struct IdentityAccess: Sendable {
    let user: String
    let client: String
    let expires: Moment?
}
