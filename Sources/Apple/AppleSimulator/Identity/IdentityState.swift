import Expressions

/// What an identity provider remembers.
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

    /// The same for a provider that takes this one's place, which has nothing wrong with it yet.
    var continued: IdentityState {
        var state = self
        state.faults = []
        state.delay = .zero
        return state
    }
}

/// What was allowed, until it is fetched.
struct IdentityGrant: Sendable {
    let request: AuthorizeRequest
    let user: String
    let at: Moment
    var isUsed = false
    var tokens: [String] = []
}

/// What an access token or a refresh token stands for.
struct IdentityAccess: Sendable {
    let user: String
    let client: String
    let expires: Moment?
}
