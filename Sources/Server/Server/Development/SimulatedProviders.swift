import AppleSimulator
import Expressions
import FlowModel
import Foundation
import JSON

/// Identity providers of the simulated Apple in the place of those that exist nowhere, so that a bot that signs customers in
/// can be tried at once.
struct SimulatedProviders: Sendable {
    let simulator: AppleSimulator

    /// The bot, with every provider whose address is made up (RFC 2606) standing at the simulated Apple. Whoever signs in
    /// there has a name of their own, and otherwise what the types of the claims ask for.
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

    /// Where a business sends its customers: to the first of its providers, as Apple knows one for each business.
    func registration(of bot: Bot) async throws -> Business.SignIn? {
        guard let provider = bot.providers.first else { return nil }
        let simulated = try await simulator.baseURL
        if let issuer = provider.discovery, issuer.hasPrefix(simulated) {
            return Business.SignIn(authorize: issuer + "/authorize", client: provider.client)
        }
        return provider.authorize.map { Business.SignIn(authorize: $0, client: provider.client) }
    }

    /// The same for a bot that takes another's place while the server runs.
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

/// Names of hosts that exist nowhere (RFC 2606).
enum ReservedHost {
    private static let names = ["example", "test", "invalid", "example.com", "example.net", "example.org"]

    static func isReserved(_ host: String) -> Bool { names.contains { host == $0 || host.hasSuffix(".\($0)") } }
}

extension ValueType {
    /// Something of this type, as a provider would write it.
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
