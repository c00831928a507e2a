import ConversationRuntime
import Expressions
import SQLStorage
import Testing

/// The promises of every database about accounts, those who are signed in, and tokens.
@Suite struct AccountContractTests {
    private static let ana = Account(name: "ana", role: .agent, password: "hash 1", at: tenOClock)
    private static let lockOut = LockOut(free: 3, first: .minutes(1), longest: .minutes(4))

    private static func entry(_ act: AuditAct, _ object: String = "account ana") -> AuditEntry {
        AuditEntry(act, by: "command line (jo)", at: tenOClock, object: object)
    }

    private static func session(_ digest: String = "digest", at moment: Moment = tenOClock) -> OperatorSession {
        OperatorSession(digest: digest, account: "ana", startedAt: moment, usedAt: moment)
    }

    @Test(arguments: DatabaseKind.allCases) func `a name is given once, and each change is in the audit log with it`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            let store = data.accounts
            #expect(try await store.add(Self.ana, recording: Self.entry(.addAccount)))
            var other = Self.ana
            other.role = .admin
            #expect(try await !store.add(other, recording: Self.entry(.addAccount)))
            #expect(try await store.accounts() == [Self.ana])
            let change = AccountChange(role: .operator, isDisabled: true)
            let later = tenOClock + .minutes(1)
            #expect(
                try await store.change(account: "ana", change, at: later, recording: Self.entry(.changeAccount)))
            #expect(
                try await !store.change(account: "ben", change, at: later, recording: Self.entry(.changeAccount)))
            let changed = try #require(try await store.account("ana"))
            #expect(changed.role == .operator && changed.isDisabled && changed.changedAt == later)
            #expect(changed.password == "hash 1")
            #expect(try await store.remove(account: "ana", recording: Self.entry(.removeAccount)))
            #expect(try await !store.remove(account: "ana", recording: Self.entry(.removeAccount)))
            #expect(try await store.account("ana") == nil)
            let entries = try await data.audit.entries(AuditFilter(), before: nil, limit: 9)
            #expect(entries.map(\.entry.act) == ["account.remove", "account.change", "account.add"])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `failed attempts lock an account, for longer each time`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            let store = data.accounts
            _ = try await store.add(Self.ana, recording: Self.entry(.addAccount))
            var now = tenOClock
            func isOpen() async throws -> Bool {
                try await store.beginSignIn("ana", at: now, lockOut: Self.lockOut) != .closed
            }
            for _ in 1...3 { #expect(try await isOpen()) }
            for minutes in [1, 2, 4, 4] {
                #expect(try await !isOpen())
                now = now + .minutes(minutes) + .milliseconds(-1)
                #expect(try await !isOpen(), "\(minutes) minutes")
                now = now + .milliseconds(1)
                #expect(try await isOpen(), "\(minutes) minutes")
            }
            #expect(try await store.account("ana")?.failures == 7)
            let unlock = AccountChange(unlocks: true)
            _ = try await store.change(account: "ana", unlock, at: now, recording: Self.entry(.changeAccount))
            #expect(try await isOpen())
            #expect(try await store.beginSignIn("ben", at: now, lockOut: Self.lockOut) == .closed)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `of many attempts at the same time only the free ones are open`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            _ = try await data.accounts.add(Self.ana, recording: Self.entry(.addAccount))
            let open = try await withThrowingTaskGroup(of: SignInAttempt.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await data.accounts.beginSignIn("ana", at: tenOClock, lockOut: Self.lockOut)
                    }
                }
                return try await group.reduce(into: 0) { if $1 != .closed { $0 += 1 } }
            }
            #expect(open == 3)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `who signs in has a session, until it is ended or too old`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            let store = data.accounts
            _ = try await store.add(Self.ana, recording: Self.entry(.addAccount))
            guard case .open(let account) = try await store.beginSignIn("ana", at: tenOClock, lockOut: Self.lockOut)
            else { throw NotKept(result: nil) }
            #expect(
                try await store.endSignIn(
                    of: account, password: "hash 2", session: Self.session(), recording: Self.entry(.signIn)))
            let found = try #require(try await store.operatorSession("digest"))
            #expect(found.session == Self.session() && found.account.password == "hash 2")
            #expect(found.account.failures == 0 && found.account.signedInAt == tenOClock)
            #expect(
                try await !store.endSignIn(
                    of: account, password: nil, session: Self.session("late"), recording: Self.entry(.signIn)))
            try await store.endSession("unknown", recording: Self.entry(.signOut))
            let entries = try await data.audit.entries(AuditFilter(), before: nil, limit: 9)
            #expect(entries.map(\.entry.act) == ["account.sign-in", "account.add"])
            try await store.noteUse(ofSession: "digest", at: tenOClock + .minutes(5))
            #expect(try await store.operatorSession("digest")?.session.usedAt == tenOClock + .minutes(5))
            #expect(try await store.forgetSessions(begunBefore: tenOClock, usedBefore: tenOClock + .minutes(5)) == 0)
            #expect(try await store.forgetSessions(begunBefore: tenOClock, usedBefore: tenOClock + .minutes(6)) == 1)
            #expect(try await store.operatorSession("digest") == nil)
        }
    }

    @Test(
        arguments: DatabaseKind.allCases,
        [AccountChange(role: .admin), AccountChange(password: "new"), AccountChange(isDisabled: true)])
    func `a change of what an account may do ends its sessions`(kind: DatabaseKind, change: AccountChange) async throws
    {
        try await kind.run { data in
            let store = data.accounts
            _ = try await store.add(Self.ana, recording: Self.entry(.addAccount))
            for digest in ["one", "two"] {
                _ = try await store.beginSignIn("ana", at: tenOClock, lockOut: Self.lockOut)
                #expect(
                    try await store.endSignIn(of: Self.ana, password: nil, session: Self.session(digest)))
            }
            try await store.endSession("two")
            #expect(try await store.operatorSession("two") == nil)
            #expect(try await store.operatorSession("one") != nil)
            _ = try await store.change(account: "ana", change, at: tenOClock, recording: Self.entry(.changeAccount))
            #expect(try await store.operatorSession("one") == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `tokens are found by their digest, with their rights`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            let store = data.accounts
            let deploy = APIToken(name: "deploy", digest: "d1", role: .author, createdAt: tenOClock, expiresAt: nil)
            let desk = APIToken(
                name: "desk", digest: "d2", rights: [.results, .answerCustomers], createdAt: tenOClock,
                expiresAt: tenOClock + .days(1))
            let entry = Self.entry(.addToken, "token")
            for token in [desk, deploy] { #expect(try await store.add(token, recording: entry)) }
            #expect(try await !store.add(deploy, recording: entry))
            #expect(try await store.tokens() == [deploy, desk])
            #expect(try await store.token("d2") == desk)
            #expect(try await store.token("d3") == nil)
            try await store.noteUse(ofToken: "d2", at: tenOClock)
            #expect(try await store.token("d2")?.usedAt == tenOClock)
            #expect(try await store.revoke(token: "desk", recording: Self.entry(.revokeToken)))
            #expect(try await !store.revoke(token: "desk", recording: Self.entry(.revokeToken)))
            #expect(try await store.token("d2") == nil)
            #expect(try await data.audit.entries(AuditFilter(), before: nil, limit: 9).count == 3)
        }
    }
}
