public import Expressions

/// The accounts of operators, those who are signed in, and the tokens of programs.
///
/// Every change is in one transaction with its entry in the audit log.
public protocol AccountStore: Sendable {
    // Accounts.

    /// All accounts, by name.
    func accounts() async throws -> [Account]

    func account(_ name: String) async throws -> Account?

    /// Returns `false` when the name is taken; nothing is changed then.
    func add(_ account: Account, recording entry: AuditEntry) async throws -> Bool

    /// Changes an account. Its sessions end where the change asks for it.
    ///
    /// - Returns: `false` when there is no such account.
    func change(
        account name: String, _ change: AccountChange, at moment: Moment, recording entry: AuditEntry
    ) async throws -> Bool

    /// Removes an account and its sessions. Returns `false` when there is none.
    func remove(account name: String, recording entry: AuditEntry) async throws -> Bool

    // Signing in.

    /// Begins an attempt to sign in: it counts as failed until `endSignIn`, so that attempts at the same time count
    /// before any of their passwords is checked.
    func beginSignIn(_ name: String, at moment: Moment, lockOut: LockOut) async throws -> SignInAttempt

    /// Ends an attempt that has succeeded, and keeps the session.
    ///
    /// - Parameters:
    ///   - password: a new hash of the same password, when its parameters have grown.
    ///   - entry: is added to the audit log with the session.
    /// - Returns: `false` when the account was disabled, changed or removed meanwhile.
    func endSignIn(
        of account: Account, password: String?, session: OperatorSession, recording entry: AuditEntry?
    ) async throws -> Bool

    /// The session with this digest, and its account.
    func operatorSession(_ digest: String) async throws -> SignedInOperator?

    /// Records that a session was used.
    func noteUse(ofSession digest: String, at moment: Moment) async throws

    /// Ends a session; nothing is recorded when there is none.
    func endSession(_ digest: String, recording entry: AuditEntry?) async throws

    /// Deletes sessions that began before one moment, or were used last before another. Returns the number deleted.
    func forgetSessions(begunBefore start: Moment, usedBefore use: Moment) async throws -> Int

    // Tokens.

    /// All tokens, by name.
    func tokens() async throws -> [APIToken]

    /// The token with this digest.
    func token(_ digest: String) async throws -> APIToken?

    /// Returns `false` when the name is taken; nothing is changed then.
    func add(_ token: APIToken, recording entry: AuditEntry) async throws -> Bool

    /// Returns `false` when there is no such token.
    func revoke(token name: String, recording entry: AuditEntry) async throws -> Bool

    /// Records that a token was used.
    func noteUse(ofToken digest: String, at moment: Moment) async throws
}

extension AccountStore {
    public func endSignIn(of account: Account, password: String?, session: OperatorSession) async throws -> Bool {
        try await endSignIn(of: account, password: password, session: session, recording: nil)
    }

    public func endSession(_ digest: String) async throws { try await endSession(digest, recording: nil) }
}

/// The beginning of an attempt to sign in.
public enum SignInAttempt: Sendable, Hashable {
    /// The password decides.
    case open(Account)
    /// There is no such account, it is disabled, or it refuses attempts for a while.
    case closed
}

/// A session, and the account whose it is.
public struct SignedInOperator: Sendable, Hashable {
    public var session: OperatorSession
    public var account: Account

    public init(session: OperatorSession, account: Account) {
        self.session = session
        self.account = account
    }
}

extension AccountStore {
    /// The accounts to which conversations with customers can be given, by name.
    public func agents() async throws -> [Account] { try await accounts().filter(\.mayAnswerCustomers) }
}
