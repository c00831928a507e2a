import Synchronization

/// Lets so many in at a time; others wait in a line that has an end.
final class Turnstile: Sendable {
    private struct State {
        var free: Int
        var nextID = 0
        var line: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state: Mutex<State>
    private let longestLine: Int

    init(places: Int, line: Int) {
        state = Mutex(State(free: places))
        longestLine = line
    }

    /// How many wait.
    var waiting: Int { state.withLock(\.line.count) }

    /// Does `work` when there is a place; `nil` when the line is full, or the task is cancelled while it waits.
    func pass<Result: Sendable>(_ work: () async -> Result) async -> Result? {
        guard await enter() else { return nil }
        defer { leave() }
        return await work()
    }

    private func enter() async -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isIn = state.withLock { state -> Bool? in
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    if state.line.count >= longestLine || Task.isCancelled { return false }
                    state.line.append((id, continuation))
                    return nil
                }
                if let isIn { continuation.resume(returning: isIn) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.line.firstIndex { $0.id == id }.map { state.line.remove(at: $0) }
            }
            waiting?.continuation.resume(returning: false)
        }
    }

    private func leave() {
        let next = state.withLock { state in
            if state.line.isEmpty {
                state.free += 1
                return nil as CheckedContinuation<Bool, Never>?
            }
            return state.line.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
