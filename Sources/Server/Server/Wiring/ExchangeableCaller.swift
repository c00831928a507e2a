import ConversationRuntime
import FlowEngine
import FlowModel
import Synchronization

/// Calls what the flows may call just now, since they may be exchanged while the server runs.
///
/// What an earlier version has begun to call and the newest no longer declares is called as it was declared then.
final class ExchangeableCaller: ActionCaller {
    private struct State {
        var newest: any ActionCaller
        /// The actions that it knows.
        var names: Set<String>
        /// Those who knew others, by their actions.
        var former: [String: any ActionCaller] = [:]
    }

    private let state: Mutex<State>

    init(_ caller: any ActionCaller, for bot: Bot) {
        state = Mutex(State(newest: caller, names: Set(bot.actions.map(\.name))))
    }

    /// Exchanges it; calls that are under way go on as they began.
    func use(_ caller: any ActionCaller, for bot: Bot) {
        let names = Set(bot.actions.map(\.name))
        state.withLock { state in
            for name in state.names { state.former[name] = state.newest }
            for name in names { state.former[name] = nil }
            state.newest = caller
            state.names = names
        }
    }

    func call(_ call: ActionCall) async -> ActionOutcome {
        await state.withLock { $0.former[call.action] ?? $0.newest }.call(call)
    }
}
