import ConversationRuntime
import FlowEngine
import FlowModel
import Synchronization

/// The action caller of the current bot version, which can be replaced while the server runs.
///
/// An action that only an earlier version declared is still called as that version declared it.
final class ExchangeableCaller: ActionCaller {
    private struct State {
        var newest: any ActionCaller
        /// The actions of the newest caller.
        var names: Set<String>
        /// Earlier callers, by the actions that only they know.
        var former: [String: any ActionCaller] = [:]
    }

    private let state: Mutex<State>

    init(_ caller: any ActionCaller, for bot: Bot) {
        state = Mutex(State(newest: caller, names: Set(bot.actions.map(\.name))))
    }

    /// Replaces the caller; calls in progress continue with the previous one.
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
