import ConversationRuntime
import FlowEngine
import Synchronization

/// Calls what the flows may call just now, since they may be exchanged while the server runs.
final class ExchangeableCaller: ActionCaller {
    private let caller: Mutex<any ActionCaller>

    init(_ caller: any ActionCaller) { self.caller = Mutex(caller) }

    /// Exchanges it; calls that are under way go on as they began.
    func use(_ caller: any ActionCaller) { self.caller.withLock { $0 = caller } }

    func call(_ call: ActionCall) async -> ActionOutcome {
        await caller.withLock(\.self).call(call)
    }
}
