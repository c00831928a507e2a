import AppleSimulator
import FlowModel
import Foundation

/// Replaces Apple's gateway for merchant sessions with the simulated Apple, so that a bot with payments can be tried
/// without an account and without certificates.
struct SimulatedMerchants: Sendable {
    let simulator: AppleSimulator

    /// Returns the bot with the simulated Apple as the gateway of every merchant; a gateway on this machine stays,
    /// because it was configured on purpose.
    func standingIn(for bot: Bot) async throws -> Bot {
        var bot = bot
        let gateway = try await simulator.baseURL
        for index in bot.merchants.indices where !Self.isHere(bot.merchants[index].gateway) {
            bot.merchants[index].gateway = gateway
            bot.merchants[index].certificate = nil
            bot.merchants[index].key = nil
        }
        return bot
    }

    /// The same for a bot that replaces another while the server runs.
    func follow(_ bot: Bot) async -> Bot { (try? await standingIn(for: bot)) ?? bot }

    private static func isHere(_ gateway: String) -> Bool { URL(string: gateway)?.host()?.isLoopbackHost ?? false }
}
