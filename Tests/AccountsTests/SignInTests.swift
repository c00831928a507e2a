import Concurrency
import ConversationRuntime
import Expressions
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Accounts

/// Operators sign in, are locked out, and their sessions end.
@Suite struct SignInTests {
    private static let password = "correct horse battery"

    /// A database with one account, and a clock that is turned by hand.
    private struct Office {
        let folder: TemporaryFolder
        let store: SQLAccounts
        let audit: SQLAudit
        let clock = TurnableClock(standingAt: Moment(seconds: 1_772_442_000))
        let hasher = PasswordHasher(cost: PasswordTests.cheap)

        init() async throws {
            folder = try TemporaryFolder()
            let database = try SQLiteDatabase(path: folder.file("usher.sqlite"))
            (store, audit) = (database.accounts, database.audit)
            let hash = try await hasher.hash(SignInTests.password).description
            _ = try await store.add(
                Account(name: "ana", role: .agent, password: hash, at: clock.now), recording: entry(.addAccount))
        }

        var accounts: OperatorAccounts { accounts(cost: PasswordTests.cheap) }

        func accounts(cost: PasswordHash.Cost) -> OperatorAccounts {
            OperatorAccounts(
                store: store, audit: audit, hasher: PasswordHasher(cost: cost), clock: clock,
                lockOut: LockOut(free: 3, first: .minutes(1), longest: .hours(1)))
        }

        func entry(_ act: AuditAct) -> AuditEntry { AuditEntry(act, by: "command line (jo)", at: clock.now) }

        func change(_ change: AccountChange) async throws {
            _ = try await store.change(account: "ana", change, at: clock.now, recording: entry(.changeAccount))
        }

        func signIn(_ name: String = "ana", _ password: String = SignInTests.password) async throws -> SecretText? {
            try await accounts.signIn(name, password: password)
        }
    }

    @Test func `who knows the password is let in, as who they are`() async throws {
        let office = try await Office()
        let secret = try #require(try await office.signIn())
        let caller = try #require(try await office.accounts.caller(with: secret.text))
        #expect(caller == Caller("account ana", rights: Role.agent.rights))
        #expect(try await office.signIn("ANA") != nil, "names are the same in capitals")
        #expect(try await office.accounts.caller(with: "something else") == nil)
        try await office.accounts.signOut(secret.text)
        #expect(try await office.accounts.caller(with: secret.text) == nil)
    }

    @Test(arguments: [("ana", "wrong horse battery"), ("ben", password), ("", ""), ("not a name", password)])
    func `nothing else opens, and the answer is the same`(name: String, password: String) async throws {
        let office = try await Office()
        #expect(try await office.signIn(name, password) == nil)
    }

    @Test func `after three wrong passwords the right one is refused for a while, and longer after each further one`()
        async throws
    {
        let office = try await Office()
        for _ in 1...3 { #expect(try await office.signIn("ana", "wrong horse battery") == nil) }
        for minutes in [1, 2, 4, 8, 16, 32, 60, 60] {
            #expect(try await office.signIn() == nil)
            office.clock.turn(by: .minutes(minutes) + .milliseconds(-1))
            #expect(try await office.signIn() == nil)
            office.clock.turn(by: .milliseconds(1))
            #expect(try await office.signIn("ana", "wrong horse battery") == nil)
        }
        office.clock.turn(by: .hours(1))
        #expect(try await office.signIn() != nil)
        #expect(try await office.signIn("ana", "wrong horse battery") == nil)
        #expect(try await office.signIn() != nil, "who was let in begins again")
    }

    @Test func `an attempt that finds no room costs the account nothing`() async throws {
        let office = try await Office()
        let full = OperatorAccounts(
            store: office.store, audit: office.audit, hasher: PasswordHasher(atOnce: 0, waiting: 0),
            clock: office.clock, lockOut: LockOut(free: 3, first: .minutes(1), longest: .hours(1)))
        let secret = try #require(try await office.signIn())
        for _ in 1...5 {
            await #expect(throws: TooManySignIns.self) {
                _ = try await full.signIn("ana", password: "wrong horse battery")
            }
            await #expect(throws: TooManySignIns.self) {
                _ = try await full.changePassword(secret.text, from: "wrong", to: "another one, long")
            }
        }
        #expect(try await office.signIn() != nil)
    }

    @Test func `a disabled account is not let in, and neither is one with another password`() async throws {
        let office = try await Office()
        let secret = try #require(try await office.signIn())
        try await office.change(AccountChange(isDisabled: true))
        #expect(try await office.signIn() == nil)
        #expect(try await office.accounts.caller(with: secret.text) == nil)
        try await office.change(AccountChange(isDisabled: false))
        #expect(try await office.signIn() != nil)
        try await office.change(AccountChange(password: try await office.hasher.hash("another one, long").description))
        #expect(try await office.signIn() == nil)
        #expect(try await office.signIn("ana", "another one, long") != nil)
    }

    @Test func `a session ends without requests, and in any case after half a day`() async throws {
        let office = try await Office()
        let idle = try #require(try await office.signIn())
        office.clock.turn(by: .minutes(29))
        #expect(try await office.accounts.caller(with: idle.text) != nil)
        office.clock.turn(by: .minutes(30))
        #expect(try await office.accounts.caller(with: idle.text) == nil)
        let busy = try #require(try await office.signIn())
        for _ in 1...47 {
            office.clock.turn(by: .minutes(15))
            #expect(try await office.accounts.caller(with: busy.text) != nil)
        }
        office.clock.turn(by: .minutes(15))
        #expect(try await office.accounts.caller(with: busy.text) == nil)
        _ = try await office.signIn()
        office.clock.turn(by: .hours(1))
        #expect(try await office.accounts.forgetSessions() == 1)
    }

    @Test func `signing in and out is in the audit log, and so is a wrong password`() async throws {
        let office = try await Office()
        #expect(try await office.signIn("ana", "wrong horse battery") == nil)
        #expect(try await office.signIn("ben") == nil, "of unknown names nothing is entered")
        let secret = try #require(try await office.signIn())
        try await office.accounts.signOut(secret.text)
        try await office.accounts.signOut(secret.text)
        let entries = try await office.audit.entries(AuditFilter(), before: nil, limit: 9).map(\.entry).reversed()
        #expect(entries.map(\.act) == ["account.add", "account.sign-in", "account.sign-in", "account.sign-out"])
        #expect(entries.map(\.outcome) == [.done, .failed, .done, .done])
        #expect(entries.dropFirst().allSatisfy { $0.actor == "account ana" })
    }

    @Test func `a password is changed by who knows it, and ends all other sessions`() async throws {
        let office = try await Office()
        let other = try #require(try await office.signIn())
        let secret = try #require(try await office.signIn())
        let accounts = office.accounts
        let new = "another one, long"
        #expect(try await accounts.changePassword(secret.text, from: "wrong", to: new) == .wrongPassword)
        #expect(
            try await accounts.changePassword(secret.text, from: Self.password, to: "short")
                == .objection(.tooShort))
        #expect(try await accounts.changePassword("unknown", from: Self.password, to: new) == .signedOut)
        guard case .changed(let changed) = try await accounts.changePassword(secret.text, from: Self.password, to: new)
        else { throw NotChanged() }
        #expect(try await accounts.caller(with: changed.text) != nil)
        for old in [other, secret] { #expect(try await accounts.caller(with: old.text) == nil) }
        #expect(try await office.signIn() == nil)
        #expect(try await office.signIn("ana", new) != nil)
    }

    @Test func `guesses at the current password lock the account as guesses at signing in do`() async throws {
        let office = try await Office()
        let secret = try #require(try await office.signIn())
        for _ in 1...3 {
            let change = try await office.accounts.changePassword(secret.text, from: "guess", to: "another one, long")
            #expect(change == .wrongPassword)
        }
        let right = try await office.accounts.changePassword(secret.text, from: Self.password, to: "another one, long")
        #expect(right == .wrongPassword)
    }

    private struct NotChanged: Error {}

    @Test func `a hash with less work is replaced when its owner signs in`() async throws {
        let office = try await Office()
        let before = try #require(try await office.store.account("ana")?.password)
        let dearer = PasswordHash.Cost(rounds: 5, blockSize: 2, parallelism: 1)
        #expect(try await office.accounts(cost: dearer).signIn("ana", password: Self.password) != nil)
        let after = try #require(try await office.store.account("ana")?.password)
        #expect(before.hasPrefix("scrypt$4$") && after.hasPrefix("scrypt$5$"))
        #expect(try await office.signIn() != nil)
    }

    @Test func `a token is found until it expires`() async throws {
        let office = try await Office()
        let secret = SecretText.forToken()
        let token = APIToken(
            name: "desk", digest: secret.digest, rights: [.results], createdAt: office.clock.now,
            expiresAt: office.clock.now + .days(1))
        #expect(try await office.store.add(token, recording: office.entry(.addToken)))
        let callers = TokenCallers(store: office.store)
        let desk = Caller("token desk", rights: [.results])
        #expect(try await callers.find(secret.text, at: office.clock.now) == .caller(desk))
        #expect(try await office.store.tokens().first?.usedAt == office.clock.now)
        office.clock.turn(by: .days(1))
        #expect(try await callers.find(secret.text, at: office.clock.now) == .expired(desk))
        #expect(try await callers.find(SecretText.forToken().text, at: office.clock.now) == .unknown)
        #expect(try await callers.find("", at: office.clock.now) == .unknown)
    }
}
