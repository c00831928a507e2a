import Dispatch
import Synchronization

/// A one-time event, raised by one task and awaited by others.
final class Signal: Sendable {
    private struct State {
        var isRaised = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    func raise() {
        let waiting = state.withLock { state in
            state.isRaised = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
        gate.signal()
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isRaised = state.withLock { state in
                if !state.isRaised { state.waiting.append(continuation) }
                return state.isRaised
            }
            if isRaised { continuation.resume() }
        }
    }

    /// For the scripts of servers, which have threads of their own.
    func waitOnThisThread() {
        gate.wait()
        gate.signal()
    }
}
