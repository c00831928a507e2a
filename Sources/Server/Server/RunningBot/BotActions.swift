import ConversationRuntime
import FlowEngine
import FlowModel

/// Makes the calls of a bot's flows.
///
/// An action that only an earlier version of the bot declared is still called as that version declared it.
struct BotActions: ActionCaller {
    /// Performs what flows do with the tables of the bot.
    private let results: KeptResults?
    /// A version of the bot, and the caller of its actions.
    private struct Version {
        let bot: Bot
        let caller: any ActionCaller
    }

    private let newest: Version
    /// The latest versions that declared the actions which the newest one does not declare, by action.
    private let former: [String: Version]

    /// - Parameters:
    ///   - previous: the actions of the version before.
    ///   - caller: returns the caller of a version.
    init(of bot: Bot, after previous: BotActions?, results: KeptResults? = nil, caller: (Bot) -> any ActionCaller) {
        self.results = results
        var declaring = previous?.former.mapValues(\.bot) ?? [:]
        if let before = previous?.newest.bot {
            for action in before.actions { declaring[action.name] = before }
        }
        for action in bot.actions { declaring[action.name] = nil }
        newest = Version(bot: bot, caller: caller(bot))
        former = declaring.mapValues { Version(bot: $0, caller: caller($0)) }
    }

    func call(_ call: ActionCall) async -> ActionOutcome {
        let version = former[call.action] ?? newest
        let action = version.bot.actions.first { $0.name == call.action }
        guard case .results(let operation)? = action?.target, let results,
            let table = version.bot.results.first(where: { $0.name == operation.table })
        else { return await version.caller.call(call) }
        return await results.perform(operation, on: table, call)
    }
}
