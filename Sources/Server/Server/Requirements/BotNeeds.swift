import Channels
import Diagnostics
package import FlowModel
import FlowPublishing

/// Checks what a bot needs and this server lacks.
package struct BotNeeds: BotRequirements {
    private let calls: ActionCalls
    private let settings: ServerSettings

    package init(calls: ActionCalls, settings: ServerSettings) {
        self.calls = calls
        self.settings = settings
    }

    package func lacks(of bot: Bot) -> [String] {
        calls.lacks(of: bot) + strangers(to: bot)
            + PaymentHealthChecks(of: bot, calls, publicURL: settings.publicURL).lacks
            + (settings.webChat.isEnabled == true ? bot.lacksForPayingOnWeb : [])
            + [settings.lacksKey(for: bot.privateSources)].compactMap { $0 }
    }

    package func warnings(about bot: Bot) -> [String] {
        bot.serviceWarnings(publicURL: settings.publicURL)
            + PaymentHealthChecks(of: bot, calls, publicURL: settings.publicURL).warnings
    }

    /// A sentence for each registered action that the actions file does not use.
    package func strangers(to bot: Bot) -> [String] {
        let names = bot.actions.compactMap { action in
            if case .swift(let name) = action.target { name } else { nil }
        }
        return calls.registered.keys.sorted().filter { !names.contains($0) }.map { name in
            let near = closest(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
            return "no action of \(settings.actionsPath) uses the registered action `\(name)`\(near)"
        }
    }
}
