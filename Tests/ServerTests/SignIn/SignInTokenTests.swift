import AppleSimulator
import Channels
import ConversationRuntime
import CurlClient
import Expressions
import Foundation
import SQLiteStorage
import SignIn
import Testing

@testable import Server

/// The tokens of customers who have signed in, for actions that act in their name.
@Suite struct SignInTokenTests {
    private func tokens(_ bank: Bank) async throws -> SignInTokens {
        let issuer = try await bank.server.simulator.baseURL + "/identity/bank"
        let providers = KnownProviders(
            of: try Bank.bot(issuer: issuer), secret: { _ in Bank.secret },
            http: ProviderHTTP(client: bank.server.client, allowsPrivateAddresses: true), clock: bank.server.clock)
        return SignInTokens(
            providers: providers, store: bank.server.store, clock: bank.server.clock, logger: bank.server.log.logger)
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
            // The provider takes a refresh token once only.
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
            #expect(try await bank.server.store.tokens(of: "bank", for: ana) != nil)
            try bank.server.simulator.misbehave(.invalidGrant, at: Bank.provider)
            #expect(await tokens.token(of: "bank", for: ana) == nil)
            #expect(try await bank.server.store.tokens(of: "bank", for: ana) == nil)
        }
    }
}
