import Synchronization

/// Lets as many read at once as there are connections for it; the others wait in line.
///
/// In the pool of connections a read that has to wait holds a thread. The system gives out some hundred of those and no more, so
/// that readers who wait could leave none for the one that they wait for.
final class ReadingRoom: Sendable {
    private struct State {
        var free: Int
        /// In the order in which they came; those before `next` have been let in.
        var line: [CheckedContinuation<Void, Never>] = []
        var next = 0
    }

    private let state: Mutex<State>

    init(places: Int) { state = Mutex(State(free: places)) }

    /// Reads when there is a place.
    func reading<Result: Sendable>(_ work: () async throws -> Result) async rethrows -> Result {
        await enter()
        defer { leave() }
        return try await work()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.line.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.next < state.line.count else {
                state.free += 1
                return nil
            }
            let next = state.line[state.next]
            state.next += 1
            if state.next == state.line.count {
                state.line.removeAll(keepingCapacity: true)
                state.next = 0
            }
            return next
        }
        next?.resume()
    }
}
