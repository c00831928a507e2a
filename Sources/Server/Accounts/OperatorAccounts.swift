public import Channels
public import ConversationRuntime
public import Expressions

/// Lets operators sign in, and knows those who are signed in.
public struct OperatorAccounts: Sendable {
    private let store: any AccountStore
    private let hasher: PasswordHasher
    private let clock: any WallClock
    private let lockOut: LockOut
    private let limits: SessionLimits

    public init(
        store: any AccountStore, hasher: PasswordHasher, clock: any WallClock, lockOut: LockOut = LockOut(),
        limits: SessionLimits = SessionLimits()
    ) {
        self.store = store
        self.hasher = hasher
        self.clock = clock
        self.lockOut = lockOut
        self.limits = limits
    }

    /// Signs an operator in.
    ///
    /// The answer does not reveal whether an account exists: a wrong name, a wrong password, a disabled account and one
    /// that refuses attempts for a while are answered alike, after the same work.
    ///
    /// - Returns: the secret of the session; `nil` when the operator is not let in.
    public func signIn(_ name: String, password: String) async throws -> SecretText? {
        let name = name.lowercased()
        let attempt =
            Account.isName(name)
            ? try await store.beginSignIn(name, at: clock.now, lockOut: lockOut) : SignInAttempt.closed
        guard case .open(let account) = attempt, let hash = PasswordHash(account.password) else {
            _ = try await hasher.check(password, against: nil)
            return nil
        }
        guard try await hasher.check(password, against: hash) else { return nil }
        let newer = hasher.isOutdated(hash) ? try await hasher.hash(password) : nil
        let (secret, now) = (SecretText.forSession(), clock.now)
        let session = OperatorSession(digest: secret.digest, account: account.name, startedAt: now, usedAt: now)
        guard try await store.endSignIn(of: account, password: newer?.description, session: session) else { return nil }
        return secret
    }

    /// Returns who is signed in with this secret; `nil` when the session has ended.
    public func caller(with secret: String) async throws -> Caller? {
        let (digest, now) = (SecretText.digest(of: secret), clock.now)
        guard let found = try await store.operatorSession(digest), !found.account.isDisabled else { return nil }
        guard found.session.startedAt + limits.longest > now, found.session.usedAt + limits.idle > now else {
            try await store.endSession(digest)
            return nil
        }
        if found.session.usedAt + limits.precision <= now { try await store.noteUse(ofSession: digest, at: now) }
        return found.account.caller
    }

    public func signOut(_ secret: String) async throws { try await store.endSession(SecretText.digest(of: secret)) }

    /// Deletes sessions that have ended. Returns the number deleted.
    public func forgetSessions() async throws -> Int {
        try await store.forgetSessions(begunBefore: clock.now - limits.longest, usedBefore: clock.now - limits.idle)
    }
}

/// When sessions of operators end.
public struct SessionLimits: Sendable, Hashable {
    /// After this time without a request.
    public var idle: TimeLength
    /// After this time in any case.
    public var longest: TimeLength
    /// How exactly the time of the last request is kept.
    public var precision: TimeLength

    public init(
        idle: TimeLength = .minutes(30), longest: TimeLength = .hours(12), precision: TimeLength = .minutes(1)
    ) {
        self.idle = idle
        self.longest = longest
        self.precision = precision
    }
}
