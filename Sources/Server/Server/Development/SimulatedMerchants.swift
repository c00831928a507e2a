import AppleSimulator
import FlowModel
import Foundation

/// The simulated Apple in the place of Apple's gateway for merchant sessions, so that a bot that is paid can be tried without an
/// account and without certificates.
struct SimulatedMerchants: Sendable {
    let simulator: AppleSimulator

    /// The bot, with every merchant asking the simulated Apple for sessions; only a gateway on this machine stays, as somebody
    /// has put it there on purpose.
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

    /// The same for a bot that takes another's place while the server runs.
    func follow(_ bot: Bot) async -> Bot { (try? await standingIn(for: bot)) ?? bot }

    private static func isHere(_ gateway: String) -> Bool { URL(string: gateway)?.host()?.isLoopbackHost ?? false }
}
