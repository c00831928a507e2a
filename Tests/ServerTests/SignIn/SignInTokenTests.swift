import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import Foundation
import SQLStorage
import SQLiteStorage
import SignIn
import Synchronization
import TestSupport
import Testing

@testable import Server

/// The tokens of signed-in customers, for actions on their behalf.
@Suite struct SignInTokenTests {
    private func tokens(_ bank: Bank, store: (any SignInStore)? = nil) async throws -> SignInTokens {
        let issuer = try await bank.server.simulator.baseURL + "/identity/bank"
        let providers = ProviderRegistry(
            of: try Bank.bot(issuer: issuer), secret: { _ in Bank.secret },
            http: ProviderHTTP(client: bank.server.client, allowsPrivateAddresses: true), clock: bank.server.clock)
        return SignInTokens(
            providers: providers, store: store ?? bank.server.database.signIns, clock: bank.server.clock,
            logger: bank.server.log.logger)
    }

    private func signedIn(_ bank: Bank) async throws -> ConversationKey {
        let phone = try Phone(on: bank.server)
        _ = try await phone.says("hello")
        _ = try await phone.after { simulator, device in
            _ = try await simulator.signIn(user: "ana", password: "correct horse", from: device)
        }
        return ConversationKey(
            channel: "apple", customer: phone.device.customer.text, business: phone.device.business.text)
    }

    @Test func `a customer's token is there after signing in, and for nobody else`() async throws {
        try await Bank.run { bank in
            let (tokens, ana) = (try await tokens(bank), try await signedIn(bank))
            let token = try #require(await tokens.token(of: "bank", for: ana))
            #expect(token.hasPrefix("at-"))
            #expect(await tokens.token(of: "bank", for: ana) == token)
            #expect(await tokens.token(of: "shop", for: ana) == nil)
            let other = ConversationKey(channel: ana.channel, customer: "urn:mbid:other", business: ana.business)
            #expect(await tokens.token(of: "bank", for: other) == nil)
        }
    }

    @Test func `a token that ends is exchanged, once for all who ask at the same time`() async throws {
        try await Bank.run { bank in
            let (tokens, ana) = (try await tokens(bank), try await signedIn(bank))
            let first = await tokens.token(of: "bank", for: ana)
            bank.server.clock.turn(by: .hours(1))
            let later = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<6 { group.addTask { await tokens.token(of: "bank", for: ana) } }
                return await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            // The provider accepts a refresh token only once.
            #expect(later.count == 1)
            #expect(later.first??.hasPrefix("at-") == true)
            #expect(later.first != .some(first))
        }
    }

    @Test func `what the provider does not renew is forgotten; what it cannot renew just now is not`() async throws {
        try await Bank.run { bank in
            let (tokens, ana) = (try await tokens(bank), try await signedIn(bank))
            bank.server.clock.turn(by: .hours(1))
            try bank.server.simulator.misbehave(.unavailable, at: Bank.provider)
            #expect(await tokens.token(of: "bank", for: ana) == nil)
            #expect(try await bank.server.database.signIns.tokens(of: "bank", for: ana) != nil)
            try bank.server.simulator.misbehave(.invalidGrant, at: Bank.provider)
            #expect(await tokens.token(of: "bank", for: ana) == nil)
            #expect(try await bank.server.database.signIns.tokens(of: "bank", for: ana) == nil)
        }
    }

    @Test func `a caller that read the tokens before they were exchanged gets the new one, and deletes nothing`()
        async throws
    {
        try await Bank.run { bank in
            let ana = try await signedIn(bank)
            let store = LateReads(bank.server.database.signIns)
            let tokens = try await tokens(bank, store: store)
            bank.server.clock.turn(by: .hours(1))
            try await withThrowingTaskGroup(of: String?.self) { group in
                group.addTask { await tokens.token(of: "bank", for: ana) }
                // The first caller has read the tokens, and continues only after the second one has refreshed them.
                await store.untilHeld()
                let new = try #require(await tokens.token(of: "bank", for: ana))
                let kept = try #require(try await bank.server.database.signIns.tokens(of: "bank", for: ana))
                store.letGo()
                let old = try await group.next()
                #expect(old == .some(new))
                #expect(try await bank.server.database.signIns.tokens(of: "bank", for: ana) == kept)
            }
        }
    }
}

/// A store of sign-ins that delays the first result for tokens.
private final class LateReads: SignInStore {
    private struct State {
        var reads = 0
        var reader: CheckedContinuation<Void, Never>?
        var watcher: CheckedContinuation<Void, Never>?
    }

    private let store: any SignInStore
    private let state = Mutex(State())

    init(_ store: any SignInStore) { self.store = store }

    /// Returns when the first result is being delayed.
    func untilHeld() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.reader == nil { state.watcher = continuation }
                return state.reader != nil
            }
            if isHeld { continuation.resume() }
        }
    }

    func letGo() { state.withLock { $0.reader.take() }?.resume() }

    func tokens(of provider: String, for conversation: ConversationKey) async throws -> StoredTokens? {
        let tokens = try await store.tokens(of: provider, for: conversation)
        let isFirst = state.withLock { state in
            state.reads += 1
            return state.reads == 1
        }
        if isFirst {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.reader = continuation
                    return state.watcher.take()
                }?.resume()
            }
        }
        return tokens
    }

    func begin(_ signIn: PendingSignIn, under key: String) async throws { try await store.begin(signIn, under: key) }

    func signIn(under key: String) async throws -> KnownSignIn? { try await store.signIn(under: key) }

    func take(_ key: String, at moment: Moment, replacedBy signIn: PendingSignIn?) async throws -> Bool {
        try await store.take(key, at: moment, replacedBy: signIn)
    }
    func isReturning(
        _ question: String, in conversation: ConversationKey, since moment: Moment
    ) async throws -> Bool {
        try await store.isReturning(question, in: conversation, since: moment)
    }
    func keepResult(of signIn: PendingSignIn, under key: String) async throws {
        try await store.keepResult(of: signIn, under: key)
    }

    func noteWrongDigits(_ key: String) async throws -> Int { try await store.noteWrongDigits(key) }

    func endSignIns(of question: String, in conversation: ConversationKey, at moment: Moment) async throws {
        try await store.endSignIns(of: question, in: conversation, at: moment)
    }

    func interruptedSignIns(takenUntil moment: Moment, limit: Int) async throws -> [PendingSignIn] {
        try await store.interruptedSignIns(takenUntil: moment, limit: limit)
    }

    func forgetSignIns(expiredBefore moment: Moment, limit: Int) async throws -> Int {
        try await store.forgetSignIns(expiredBefore: moment, limit: limit)
    }

    func keep(_ tokens: StoredTokens, of provider: String, for conversation: ConversationKey) async throws {
        try await store.keep(tokens, of: provider, for: conversation)
    }

    func replaceTokens(
        _ former: StoredTokens, with tokens: StoredTokens?, of provider: String, for conversation: ConversationKey
    ) async throws -> StoredTokens? {
        try await store.replaceTokens(former, with: tokens, of: provider, for: conversation)
    }
}
