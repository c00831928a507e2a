public import Channels
public import Expressions

/// Keeps sign-ins that are under way, and the tokens that came of them.
///
/// What names a sign-in (a state, the id of a link) is known to the store by its hash only: whoever reads the database
/// cannot finish anybody's sign-in.
public protocol SignInStore: Sendable {
    /// Keeps a sign-in that begins.
    ///
    /// - Parameter key: the hash of what names it.
    func begin(_ signIn: PendingSignIn, under key: String) async throws

    /// The sign-in of a name, whatever has become of it; `nil` when there is none.
    func signIn(under key: String) async throws -> KnownSignIn?

    /// Takes a sign-in, which only one can do, and only while it has not expired.
    ///
    /// - Returns: whether it was taken by this call.
    func take(_ key: String, at moment: Moment) async throws -> Bool

    /// Somebody has given wrong digits. Returns how often that has happened.
    func noteWrongDigits(_ key: String) async throws -> Int

    /// Every sign-in of a question is over.
    func endSignIns(of question: String, in conversation: ConversationKey, at moment: Moment) async throws

    /// Sign-ins that were taken until `moment`, when the server started, and have come to no end.
    func interruptedSignIns(takenUntil moment: Moment, limit: Int) async throws -> [PendingSignIn]

    /// Forgets sign-ins that expired before `moment`. Returns how many.
    func forgetSignIns(expiredBefore moment: Moment, limit: Int) async throws -> Int

    /// Keeps what a provider gave for a customer, in place of what it gave before; sealed.
    ///
    /// - Throws: when there is no key to seal it with.
    func keep(_ tokens: StoredTokens, of provider: String, for conversation: ConversationKey) async throws

    /// What a provider gave for a customer; `nil` when they have not signed in, or when it cannot be opened any more.
    func tokens(of provider: String, for conversation: ConversationKey) async throws -> StoredTokens?

    /// Replaces tokens that were exchanged, or deletes those that were refused. Others that came meanwhile stay.
    ///
    /// - Parameter tokens: what they were exchanged for; `nil` when they were refused.
    /// - Returns: the tokens that are kept from now on; `nil` when there are none.
    func replaceTokens(
        _ former: StoredTokens, with tokens: StoredTokens?, of provider: String, for conversation: ConversationKey
    ) async throws -> StoredTokens?
}

/// A sign-in as it stands.
public struct KnownSignIn: Sendable, Hashable {
    public var signIn: PendingSignIn
    /// Whether it has been taken or is over; nobody can take it any more.
    public var isOver: Bool

    public init(_ signIn: PendingSignIn, isOver: Bool) {
        self.signIn = signIn
        self.isOver = isOver
    }
}

/// Tokens of a customer at a provider.
public struct StoredTokens: Sendable, Hashable {
    public var access: String
    public var refresh: String?
    /// When the access token ends; `nil` when the provider does not say.
    public var expiresAt: Moment?

    public init(access: String, refresh: String?, expiresAt: Moment?) {
        self.access = access
        self.refresh = refresh
        self.expiresAt = expiresAt
    }
}
