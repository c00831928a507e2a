import AppleSimulator
import Expressions
import FlowModel
import Foundation
import JSON

/// Replaces identity providers with reserved addresses by simulated ones, so that a bot with sign-in can be tried at
/// once.
struct SimulatedProviders: Sendable {
    let simulator: AppleSimulator

    /// Returns the bot with a simulated identity provider in place of every provider whose address is reserved (RFC
    /// 2606). Each customer who signs in there has a name of their own and sample values for all other claims.
    func standingIn(for bot: Bot) async throws -> Bot {
        var bot = bot
        for index in bot.providers.indices where Self.isMadeUp(bot.providers[index]) {
            let provider = bot.providers[index]
            let claims = provider.claims.filter { !["name", "email", "sub"].contains($0.name) }
            bot.providers[index].discovery = try await simulator.createIdentityProvider(
                IdentityDescription(
                    provider.name,
                    claims: JSONObject(claims.map { ($0.name, $0.type.sampleClaim) })))
            if !provider.scope.contains("openid") { bot.providers[index].scope.append("openid") }
        }
        return bot
    }

    /// Returns the registration of a business for sign-in: its first provider, because Apple accepts one for each
    /// business.
    func registration(of bot: Bot) async throws -> Business.SignIn? {
        guard let provider = bot.providers.first else { return nil }
        let simulated = try await simulator.baseURL
        if let issuer = provider.discovery, issuer.hasPrefix(simulated) {
            return Business.SignIn(authorize: issuer + "/authorize", client: provider.client)
        }
        return provider.authorize.map { Business.SignIn(authorize: $0, client: provider.client) }
    }

    /// The same for a bot that replaces another while the server runs.
    func follow(_ bot: Bot, at business: BusinessID) async -> Bot {
        do {
            let bot = try await standingIn(for: bot)
            try await simulator.register(signIn: try await registration(of: bot), for: business)
            return bot
        } catch {
            return bot
        }
    }

    static func isMadeUp(_ provider: SignInProvider) -> Bool {
        guard let address = provider.discovery ?? provider.authorize, let host = URL(string: address)?.host() else {
            return false
        }
        return ReservedHost.isReserved(host)
    }
}

/// Host names that are reserved and never exist (RFC 2606).
package enum ReservedHost {
    private static let names = ["example", "test", "invalid", "example.com", "example.net", "example.org"]

    package static func isReserved(_ host: String) -> Bool { names.contains { host == $0 || host.hasSuffix(".\($0)") } }
}

extension ValueType {
    /// A sample value of this type in the form of a provider's claim.
    fileprivate var sampleClaim: JSONValue {
        switch self {
        case .number: 7
        case .money: ["amount": "120.50", "currency": "EUR"]
        case .date: "1990-05-17"
        case .time: "2026-12-01T09:00:00Z"
        case .duration: 1800
        case .yesNo: true
        case .list(let element): element.map { [$0.sampleClaim] } ?? []
        case .record(let fields): .object(JSONObject(fields.map { ($0.name, $0.type.sampleClaim) }))
        case .choice, .place, .file, .text, .unknown: "sample"
        }
    }
}
