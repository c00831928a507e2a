import Synchronization

/// A value that others change, and a way to wait until it is as one wants it.
final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var watchers: [(isThere: @Sendable (Value) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>

    init(_ value: Value) { state = Mutex(State(value: value)) }

    var value: Value { state.withLock(\.value) }

    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, watchers) = state.withLock { state in
            let result = body(&state.value)
            let value = state.value
            defer { state.watchers.removeAll { $0.isThere(value) } }
            return (result, state.watchers.filter { $0.isThere(value) })
        }
        for watcher in watchers { watcher.continuation.resume() }
        return result
    }

    /// Returns when the value is as wanted.
    func until(_ isThere: @escaping @Sendable (Value) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if isThere(state.value) { return true }
                state.watchers.append((isThere, continuation))
                return false
            }
            if isNow { continuation.resume() }
        }
    }
}
