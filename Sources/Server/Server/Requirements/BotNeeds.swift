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
        found(in: bot).map(settings.bot.naming)
    }

    private func found(in bot: Bot) -> [String] {
        calls.lacks(of: bot) + strangers(to: bot)
            + PaymentHealthChecks(of: bot, calls, publicURL: settings.publicURL).lacks
            + (settings.webChat.isEnabled == true ? bot.lacksForPayingOnWeb : [])
            + (settings.paySecret == nil ? bot.lacksForPayPages : [])
            + [settings.lacksKey(for: bot.privateSources)].compactMap { $0 }
    }

    package func warnings(about bot: Bot) -> [String] {
        let warnings =
            bot.serviceWarnings(publicURL: settings.publicURL)
            + PaymentHealthChecks(of: bot, calls, publicURL: settings.publicURL).warnings
        return warnings.map(settings.bot.naming)
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

extension Bot {
    /// Whether a step asks an action how payments on its page have ended.
    var polls: Bool {
        flows.contains { flow in
            flow.steps.contains { step in
                if case .ask(let question) = step.thing, case .pay(let pay) = question.kind {
                    pay.poll != nil
                } else {
                    false
                }
            }
        }
    }

    /// The payment pages of the business that nothing polls: only a signed report says how a payment has ended.
    fileprivate var lacksForPayPages: [String] {
        flows.flatMap { flow in
            flow.steps.compactMap { step -> String? in
                guard case .ask(let question) = step.thing, case .pay(let pay) = question.kind, pay.page != nil,
                    pay.poll == nil
                else { return nil }
                return
                    "the step `\(flow.name)/\(step.name)` has a payment page, which reports how a payment has ended; "
                    + "set `pay.secret`, which signs the reports, or give the step `poll`"
            }
        }
    }
}
