public import Channels
public import ConversationRuntime
public import Expressions
import JSON

/// Lets operators sign in, and knows those who are signed in.
public struct OperatorAccounts: Sendable {
    let store: any AccountStore
    let audit: any AuditStore
    private let hasher: PasswordHasher
    let clock: any WallClock
    private let lockOut: LockOut
    private let limits: SessionLimits

    public init(
        store: any AccountStore, audit: any AuditStore, hasher: PasswordHasher, clock: any WallClock,
        lockOut: LockOut = LockOut(), limits: SessionLimits = SessionLimits()
    ) {
        self.store = store
        self.audit = audit
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
    /// - Throws: `TooManySignIns` when others are before it; then the account counts no attempt.
    public func signIn(_ name: String, password: String) async throws -> SecretText? {
        try await hasher.whenFree { try await signIn(name.lowercased(), password: password, computing: $0) }
    }

    private func signIn(
        _ name: String, password: String, computing computer: HashComputer
    ) async throws -> SecretText? {
        let attempt =
            Account.isName(name)
            ? try await store.beginSignIn(name, at: clock.now, lockOut: lockOut) : SignInAttempt.closed
        guard case .open(let account) = attempt, let hash = PasswordHash(account.password) else {
            _ = try await computer.check(password, against: nil)
            return nil
        }
        guard try await computer.check(password, against: hash) else {
            try await recordFailure(of: account)
            return nil
        }
        let newer = hasher.isOutdated(hash) ? try await computer.hash(password) : nil
        return try await beginSession(of: account, password: newer)
    }

    /// Begins a session of who has proved that the account is theirs.
    func beginSession(of account: Account, password: PasswordHash? = nil) async throws -> SecretText? {
        let (secret, now) = (SecretText.forSession(), clock.now)
        let session = OperatorSession(digest: secret.digest, account: account.name, startedAt: now, usedAt: now)
        let isKept = try await store.endSignIn(
            of: account, password: password?.description, session: session,
            recording: AuditEntry(.signIn, by: account.caller.name, at: now))
        return isKept ? secret : nil
    }

    /// Attempts that the lock-out refuses are not entered, so strangers cannot fill the log.
    private func recordFailure(of account: Account) async throws {
        try await audit.record(
            AuditEntry(
                .signIn, by: account.caller.name, at: clock.now, details: ["reason": "wrong password"],
                outcome: .failed))
    }

    /// Returns who is signed in with this secret; `nil` when the session has ended.
    public func caller(with secret: String) async throws -> Caller? { try await account(with: secret)?.caller }

    /// Returns the account that is signed in with this secret; `nil` when the session has ended.
    ///
    /// - Parameter countsAsUse: whether the session lasts longer because of it.
    public func account(with secret: String, countsAsUse: Bool = true) async throws -> Account? {
        let (digest, now) = (SecretText.digest(of: secret), clock.now)
        guard let found = try await store.operatorSession(digest), !found.account.isDisabled else { return nil }
        guard found.session.startedAt + limits.longest > now, found.session.usedAt + limits.idle > now else {
            try await store.endSession(digest)
            return nil
        }
        if countsAsUse, found.session.usedAt + limits.precision <= now {
            try await store.noteUse(ofSession: digest, at: now)
        }
        return found.account
    }

    public func signOut(_ secret: String) async throws {
        let entry = try await caller(with: secret).map { AuditEntry(.signOut, by: $0.name, at: clock.now) }
        try await store.endSession(SecretText.digest(of: secret), recording: entry)
    }

    /// Changes the password of who is signed in. All sessions of the account end; a new one begins.
    ///
    /// A wrong current password counts as a failed attempt to sign in.
    public func changePassword(
        _ secret: String, from current: String, to new: String
    ) async throws -> PasswordChange {
        guard let name = try await account(with: secret)?.name else { return .signedOut }
        if let objection = PasswordRules.objection(to: new, of: name) { return .objection(objection) }
        return try await hasher.whenFree { try await changePassword(of: name, from: current, to: new, computing: $0) }
    }

    private func changePassword(
        of name: String, from current: String, to new: String, computing computer: HashComputer
    ) async throws -> PasswordChange {
        guard case .open(let account) = try await store.beginSignIn(name, at: clock.now, lockOut: lockOut),
            let hash = PasswordHash(account.password)
        else { return .wrongPassword }
        guard try await computer.check(current, against: hash) else {
            try await recordFailure(of: account)
            return .wrongPassword
        }
        let entry = AuditEntry(
            .changeAccount, by: account.caller.name, at: clock.now, object: "account \(name)",
            details: ["password": "changed by its owner"])
        let change = AccountChange(password: try await computer.hash(new).description)
        guard try await store.change(account: name, change, at: clock.now, recording: entry),
            let changed = try await store.account(name), let session = try await beginSession(of: changed)
        else { return .signedOut }
        return .changed(session)
    }

    /// Deletes sessions that have ended. Returns the number deleted.
    public func forgetSessions() async throws -> Int {
        try await store.forgetSessions(begunBefore: clock.now - limits.longest, usedBefore: clock.now - limits.idle)
    }
}

/// The outcome of a change of one's own password.
public enum PasswordChange: Sendable, Hashable {
    /// With the secret of the new session.
    case changed(SecretText)
    case wrongPassword
    /// The new password is not accepted, for this reason.
    case objection(PasswordObjection)
    /// The session has ended.
    case signedOut
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
