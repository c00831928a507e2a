import Synchronization

/// A value behind a lock, and tasks that wait for it to become what they are waiting for.
final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        /// Counts the changes, so that a waiter notices one that came before it lay down.
        var version = 0
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Waiters that were cancelled before they lay down.
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    init(_ value: Value) { state = Mutex(State(value: value)) }

    func read<Result: Sendable>(_ look: (Value) -> Result) -> Result {
        state.withLock { look($0.value) }
    }

    /// Changes the value and wakes everyone who waits, to look again.
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            let result = body(&state.value)
            state.version += 1
            defer { state.waiters.removeAll() }
            return (result, Array(state.waiters.values))
        }
        for continuation in woken { continuation.resume() }
        return result
    }

    /// Returns what `look` finds in the value, as soon as it finds something.
    ///
    /// Throws what `look` throws, and `CancellationError` when the task is cancelled before.
    func first<Result: Sendable>(_ look: (Value) throws -> Result?) async throws -> Result {
        while true {
            try Task.checkCancellation()
            let (found, version) = try state.withLock { (try look($0.value), $0.version) }
            if let found { return found }
            await change(after: version)
        }
    }

    /// How many tasks are waiting now.
    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Returns when the value has changed since `version`, or the task is cancelled.
    private func change(after version: Int) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.cancelled.remove(id) != nil || state.version != version { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: id)
                if waiter == nil { state.cancelled.insert(id) }
                return waiter
            }
            continuation?.resume()
        }
        state.withLock { _ = $0.cancelled.remove(id) }
    }
}
