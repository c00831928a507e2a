import Concurrency
import ConversationRuntime
import Expressions
import SQLStorage
import SQLiteStorage
import Synchronization
import TestSupport
import Testing

@testable import Accounts

/// Operators whom an identity provider has identified.
@Suite struct ProviderTests {
    /// A store in which another server adds an account right after this one has looked for it in vain.
    private final class RacedAccounts: AccountStore {
        let store: SQLAccounts
        private let other: Mutex<Account?>

        init(_ store: SQLAccounts, adding other: Account) {
            self.store = store
            self.other = Mutex(other)
        }

        func account(_ name: String) async throws -> Account? {
            let found = try await store.account(name)
            let other = other.withLock { other in
                defer { other = nil }
                return other
            }
            if let other {
                _ = try await store.add(other, recording: AuditEntry(.addAccount, by: "other", at: other.createdAt))
            }
            return found
        }

        func accounts() async throws -> [Account] { try await store.accounts() }
        func add(_ account: Account, recording entry: AuditEntry) async throws -> Bool {
            try await store.add(account, recording: entry)
        }
        func change(
            account name: String, _ change: AccountChange, at moment: Moment, recording entry: AuditEntry
        ) async throws -> Bool {
            try await store.change(account: name, change, at: moment, recording: entry)
        }
        func remove(account name: String, recording entry: AuditEntry) async throws -> Bool {
            try await store.remove(account: name, recording: entry)
        }
        func beginSignIn(_ name: String, at moment: Moment, lockOut: LockOut) async throws -> SignInAttempt {
            try await store.beginSignIn(name, at: moment, lockOut: lockOut)
        }
        func endSignIn(
            of account: Account, password: String?, session: OperatorSession, recording entry: AuditEntry?
        ) async throws -> Bool {
            try await store.endSignIn(of: account, password: password, session: session, recording: entry)
        }
        func operatorSession(_ digest: String) async throws -> SignedInOperator? {
            try await store.operatorSession(digest)
        }
        func noteUse(ofSession digest: String, at moment: Moment) async throws {
            try await store.noteUse(ofSession: digest, at: moment)
        }
        func endSession(_ digest: String, recording entry: AuditEntry?) async throws {
            try await store.endSession(digest, recording: entry)
        }
        func forgetSessions(begunBefore start: Moment, usedBefore use: Moment) async throws -> Int {
            try await store.forgetSessions(begunBefore: start, usedBefore: use)
        }
        func tokens() async throws -> [APIToken] { try await store.tokens() }
        func token(_ digest: String) async throws -> APIToken? { try await store.token(digest) }
        func add(_ token: APIToken, recording entry: AuditEntry) async throws -> Bool {
            try await store.add(token, recording: entry)
        }
        func revoke(token name: String, recording entry: AuditEntry) async throws -> Bool {
            try await store.revoke(token: name, recording: entry)
        }
        func noteUse(ofToken digest: String, at moment: Moment) async throws {
            try await store.noteUse(ofToken: digest, at: moment)
        }
    }

    @Test(arguments: [Role.author, .agent])
    func `who is added by two servers at the same time is let in by both`(role: Role) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let database = try SQLiteDatabase(path: folder.file("usher.sqlite"))
        let clock = TurnableClock(standingAt: Moment(seconds: 1_772_442_000))
        let other = Account(name: "ana@shop.example", role: role, password: "-", at: clock.now)
        let accounts = OperatorAccounts(
            store: RacedAccounts(database.accounts, adding: other), audit: database.audit,
            hasher: PasswordHasher(cost: PasswordTests.cheap), clock: clock)
        let secret = try #require(try await accounts.signIn(identifiedAs: "Ana@shop.example", role: .author))
        #expect(try await accounts.caller(with: secret.text)?.rights == Role.author.rights)
        #expect(try await database.accounts.accounts().map(\.role) == [.author])
    }
}
