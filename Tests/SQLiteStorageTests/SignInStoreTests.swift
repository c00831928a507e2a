import Channels
import ConversationRuntime
import Databases
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import SQLStorage

/// The promises of a store of sign-ins.
@Suite struct SignInStoreTests {
    private static let now = Moment(seconds: 1_796_115_600)
    private static let begun = now - .minutes(1)
    private static let ana = ConversationKey(channel: "apple", customer: "urn:mbid:ana", business: "shop")
    private static let ben = ConversationKey(channel: "apple", customer: "urn:mbid:ben", business: "shop")

    private static func pending(
        _ conversation: ConversationKey = ana, question: String = "q-1", way: PendingSignIn.Way = .device,
        expires: Moment = now + .minutes(10)
    ) -> PendingSignIn {
        var pending = PendingSignIn(
            way: way, conversation: conversation, question: question,
            asked: AskedSignIn(
                provider: "shop", scope: ["openid"], extra: [NamedText("prompt", "login")], linkWords: "Here:",
                digitsWords: "Number:"),
            redirect: "https://bot.example.com/sign-in/shop/callback", verifier: "secret verifier", nonce: "n-1",
            expires: expires)
        pending.digits = way == .link ? "42" : nil
        return pending
    }

    private func withStore(
        _ kind: DatabaseKind, key: StorageKey? = .random(), _ work: (SQLSignIns) async throws -> Void
    ) async throws {
        try await kind.run(key: key) { try await work($0.signIns) }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `a sign-in that began is found under its name, and nothing under another`(kind: DatabaseKind) async throws {
        try await withStore(kind) { store in
            for way in [PendingSignIn.Way.device, .link, .browser] {
                let pending = Self.pending(question: "q-\(way.rawValue)", way: way)
                try await store.begin(pending, under: way.rawValue)
                #expect(try await store.signIn(under: way.rawValue) == KnownSignIn(pending, isOver: false))
            }
            #expect(try await store.signIn(under: "other") == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `only one takes a sign-in, and nobody one whose time is over`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store in
            try await store.begin(Self.pending(), under: "a")
            try await store.begin(Self.pending(expires: Self.now), under: "late")
            #expect(try await store.take("late", at: Self.now) == false)
            let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { try await store.take("a", at: Self.now) } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(taken == 1)
            #expect(try await store.signIn(under: "a")?.isOver == true)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `who takes a sign-in may replace its request, and others not`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store in
            try await store.begin(Self.pending(way: .link), under: "a")
            var bound = Self.pending(way: .link)
            bound.browser = "one"
            #expect(try await store.take("a", at: Self.now, replacedBy: bound))
            #expect(try await store.signIn(under: "a") == KnownSignIn(bound, isOver: true))
            var other = bound
            other.browser = "two"
            #expect(try await store.take("a", at: Self.now, replacedBy: other) == false)
            #expect(try await store.signIn(under: "a")?.signIn == bound)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a customer is returning from the moment they came back to the result`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store in
            try await store.begin(Self.pending(way: .link), under: "link")
            try await store.begin(Self.pending(), under: "a")
            #expect(try await store.take("link", at: Self.now))
            #expect(try await store.isReturning("q-1", in: Self.ana, since: Self.begun) == false)
            #expect(try await store.take("a", at: Self.now))
            #expect(try await store.isReturning("q-1", in: Self.ana, since: Self.begun))
            #expect(try await store.isReturning("q-1", in: Self.ana, since: Self.now) == false)
            #expect(try await store.isReturning("q-1", in: Self.ben, since: Self.begun) == false)
            #expect(try await store.isReturning("q-2", in: Self.ana, since: Self.begun) == false)
            var ended = Self.pending()
            ended.result = "signed in"
            try await store.keepResult(of: ended, under: "a")
            try await store.endSignIns(of: "q-1", in: Self.ana, at: Self.now)
            #expect(try await store.isReturning("q-1", in: Self.ana, since: Self.begun) == false)
            #expect(try await store.signIn(under: "a") == KnownSignIn(ended, isOver: true))
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `the end of a question ends its sign-ins, and those of nobody else`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store in
            try await store.begin(Self.pending(), under: "a")
            try await store.begin(Self.pending(way: .link), under: "b")
            try await store.begin(Self.pending(question: "q-2"), under: "c")
            try await store.begin(Self.pending(Self.ben), under: "d")
            try await store.endSignIns(of: "q-1", in: Self.ana, at: Self.now)
            var over: [Bool?] = []
            for key in ["a", "b", "c", "d"] { over.append(try await store.signIn(under: key)?.isOver) }
            #expect(over == [true, true, false, false])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `what was taken and came to no end is found again, links aside`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store in
            try await store.begin(Self.pending(), under: "a")
            try await store.begin(Self.pending(question: "q-2", way: .link), under: "b")
            for key in ["a", "b"] { #expect(try await store.take(key, at: Self.now)) }
            #expect(try await store.interruptedSignIns(takenUntil: Self.now, limit: 10) == [Self.pending()])
            // Taken after the start: the customer who came back is still being served.
            #expect(try await store.interruptedSignIns(takenUntil: Self.now - .seconds(1), limit: 10) == [])
            try await store.endSignIns(of: "q-1", in: Self.ana, at: Self.now)
            #expect(try await store.interruptedSignIns(takenUntil: Self.now, limit: 10) == [])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `wrong digits are counted, and what has expired is forgotten`(
        kind: DatabaseKind
    ) async throws {
        try await withStore(kind) { store in
            try await store.begin(Self.pending(way: .link), under: "a")
            #expect(try await store.noteWrongDigits("a") == 1)
            #expect(try await store.noteWrongDigits("a") == 2)
            #expect(try await store.forgetSignIns(expiredBefore: Self.now, limit: 10) == 0)
            #expect(try await store.forgetSignIns(expiredBefore: Self.now + .minutes(11), limit: 10) == 1)
            #expect(try await store.signIn(under: "a") == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `tokens are sealed, taken over by newer ones, and erased with the customer`(kind: DatabaseKind) async throws {
        try await withStore(kind) { store in
            let first = StoredTokens(access: "at-first", refresh: "rt-first", expiresAt: Self.now)
            let second = StoredTokens(access: "at-second", refresh: nil, expiresAt: nil)
            try await store.keep(first, of: "shop", for: Self.ana)
            #expect(try await store.tokens(of: "shop", for: Self.ana) == first)
            try await store.keep(second, of: "shop", for: Self.ana)
            #expect(try await store.tokens(of: "shop", for: Self.ana) == second)
            #expect(try await store.tokens(of: "bank", for: Self.ana) == nil)
            #expect(try await store.tokens(of: "shop", for: Self.ben) == nil)
            try await store.begin(Self.pending(), under: "a")
            let rows = try await store.database.read { db in
                try Row.fetchAll(db, sql: "SELECT sealed FROM tokens UNION ALL SELECT request FROM sign_ins")
                    .description
            }
            for secret in ["at-second", "secret verifier", "n-1"] { #expect(!rows.contains(secret)) }
            _ = try await store.database.operators.erase(customer: Self.ana.customer)
            #expect(try await store.tokens(of: "shop", for: Self.ana) == nil)
            #expect(try await store.signIn(under: "a") == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `only the tokens that were exchanged or refused are replaced, never newer ones`(kind: DatabaseKind)
        async throws
    {
        try await withStore(kind) { store in
            let first = StoredTokens(access: "at-first", refresh: "rt-first", expiresAt: Self.now)
            let second = StoredTokens(access: "at-second", refresh: "rt-second", expiresAt: nil)
            let third = StoredTokens(access: "at-third", refresh: nil, expiresAt: nil)
            try await store.keep(first, of: "shop", for: Self.ana)
            try await store.keep(first, of: "shop", for: Self.ben)
            #expect(try await store.replaceTokens(first, with: second, of: "shop", for: Self.ana) == second)
            #expect(try await store.replaceTokens(first, with: third, of: "shop", for: Self.ana) == second)
            #expect(try await store.replaceTokens(first, with: nil, of: "shop", for: Self.ana) == second)
            #expect(try await store.tokens(of: "shop", for: Self.ana) == second)
            #expect(try await store.tokens(of: "shop", for: Self.ben) == first)
            #expect(try await store.replaceTokens(second, with: nil, of: "shop", for: Self.ana) == nil)
            #expect(try await store.tokens(of: "shop", for: Self.ana) == nil)
            // Erased in the meantime: the tokens of a customer are not stored again.
            #expect(try await store.replaceTokens(second, with: third, of: "shop", for: Self.ana) == nil)
            #expect(try await store.tokens(of: "shop", for: Self.ana) == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `without a key tokens are not kept, and with another key they are as if they had never been`(
        kind: DatabaseKind
    )
        async throws
    {
        try await withStore(kind, key: nil) { store in
            let tokens = StoredTokens(access: "at", refresh: nil, expiresAt: nil)
            await #expect(throws: (any Error).self) { try await store.keep(tokens, of: "shop", for: Self.ana) }
            #expect(try await store.tokens(of: "shop", for: Self.ana) == nil)
            try await store.begin(Self.pending(), under: "a")
            #expect(try await store.signIn(under: "a")?.signIn == Self.pending())
        }
    }
}
