public import Channels
public import Expressions

/// Stores sign-ins in progress and the resulting tokens.
///
/// The store contains only hashes of the secrets that identify a sign-in (a state, the id of a link), so that reading
/// the database does not make it possible to complete a customer's sign-in.
public protocol SignInStore: Sendable {
    /// Stores a new sign-in.
    ///
    /// - Parameter key: the hash of its identifying secret.
    func begin(_ signIn: PendingSignIn, under key: String) async throws

    /// The sign-in with this key, whatever its state; `nil` when there is none.
    func signIn(under key: String) async throws -> KnownSignIn?

    /// Claims a sign-in, which succeeds only once and only before it expires.
    ///
    /// - Parameter signIn: what replaces its request when this call claims it; `nil` leaves the request as it is.
    /// - Returns: whether this call claimed it.
    func take(_ key: String, at moment: Moment, replacedBy signIn: PendingSignIn?) async throws -> Bool

    /// Whether a customer has returned from the provider for a question after `moment`, and the result is still awaited.
    func isReturning(
        _ question: String, in conversation: ConversationKey, since moment: Moment
    ) async throws -> Bool

    /// Stores the result of a sign-in.
    func keepResult(of signIn: PendingSignIn, under key: String) async throws

    /// Counts an entry of wrong digits. Returns the total for this sign-in.
    func noteWrongDigits(_ key: String) async throws -> Int

    /// Ends every sign-in of a question.
    func endSignIns(of question: String, in conversation: ConversationKey, at moment: Moment) async throws

    /// Sign-ins claimed until `moment` that never finished, such as those interrupted by a server stop.
    func interruptedSignIns(takenUntil moment: Moment, limit: Int) async throws -> [PendingSignIn]

    /// Deletes sign-ins that expired before `moment`. Returns the number deleted.
    func forgetSignIns(expiredBefore moment: Moment, limit: Int) async throws -> Int

    /// Stores a provider's tokens for a customer, sealed, replacing earlier ones.
    ///
    /// - Throws: when there is no key to seal them with.
    func keep(_ tokens: StoredTokens, of provider: String, for conversation: ConversationKey) async throws

    /// A provider's tokens for a customer; `nil` when the customer has not signed in, or when they can no longer be
    /// decrypted.
    func tokens(of provider: String, for conversation: ConversationKey) async throws -> StoredTokens?

    /// Replaces tokens that were exchanged, or deletes tokens that were rejected. Tokens stored meanwhile are kept.
    ///
    /// - Parameter tokens: the new tokens; `nil` when the former ones were rejected.
    /// - Returns: the tokens now stored; `nil` when there are none.
    func replaceTokens(
        _ former: StoredTokens, with tokens: StoredTokens?, of provider: String, for conversation: ConversationKey
    ) async throws -> StoredTokens?
}

extension SignInStore {
    /// Claims a sign-in, which succeeds only once and only before it expires.
    ///
    /// - Returns: whether this call claimed it.
    public func take(_ key: String, at moment: Moment) async throws -> Bool {
        try await take(key, at: moment, replacedBy: nil)
    }
}

/// The current state of a sign-in.
public struct KnownSignIn: Sendable, Hashable {
    public var signIn: PendingSignIn
    /// Whether it has been claimed or has ended; it can no longer be claimed.
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
    /// When the access token expires; `nil` when the provider does not specify it.
    public var expiresAt: Moment?

    public init(access: String, refresh: String?, expiresAt: Moment?) {
        self.access = access
        self.refresh = refresh
        self.expiresAt = expiresAt
    }
}
