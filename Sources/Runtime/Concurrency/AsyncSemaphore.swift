import Synchronization

/// Limits the number of tasks that run at a time. Others wait in order of arrival, or are refused.
public final class AsyncSemaphore: Sendable {
    private struct State {
        var permits: Int
        var nextID = 0
        /// Waiting tasks; those before `first` have been admitted.
        var line: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var first = 0

        var waiting: Int { line.count - first }

        mutating func takeFirst() -> CheckedContinuation<Bool, Never>? {
            guard first < line.count else { return nil }
            defer { shorten() }
            first += 1
            return line[first - 1].continuation
        }

        mutating func remove(_ id: Int) -> CheckedContinuation<Bool, Never>? {
            guard let place = line[first...].firstIndex(where: { $0.id == id }) else { return nil }
            return line.remove(at: place).continuation
        }

        /// Frees the space of admitted tasks without moving the others each time.
        private mutating func shorten() {
            guard first == line.count || first > 1_024 && first * 2 > line.count else { return }
            line.removeFirst(first)
            first = 0
        }
    }

    private let state: Mutex<State>
    private let longestLine: Int

    /// - Parameters:
    ///   - permits: the number of tasks admitted at a time.
    ///   - longestLine: the number of tasks that may wait; later ones are refused.
    public init(permits: Int, longestLine: Int = .max) {
        precondition(permits >= 0, "permits are counted from zero")
        state = Mutex(State(permits: permits))
        self.longestLine = longestLine
    }

    /// The number of waiting tasks.
    public var waiting: Int { state.withLock(\.waiting) }

    /// Runs `work` when a permit is available.
    ///
    /// - Returns: `nil` when the line is full, or when the task is cancelled while it waits; `work` has not run then.
    public func withPermit<Result>(_ work: () async throws -> sending Result) async rethrows -> sending Result? {
        guard await acquire() else { return nil }
        defer { release() }
        return try await work()
    }

    /// Runs `work` if a permit is available right now; otherwise returns `nil` at once.
    public func withPermitIfFree<Result>(_ work: () async throws -> sending Result) async rethrows -> sending Result? {
        guard tryAcquire() else { return nil }
        defer { release() }
        return try await work()
    }

    /// Takes a permit if one is available, without waiting. Every permit taken must be released.
    public func tryAcquire() -> Bool {
        state.withLock { state in
            guard state.permits > 0 else { return false }
            state.permits -= 1
            return true
        }
    }

    /// Returns a permit, passing it to the first waiting task if there is one.
    public func release() {
        let next = state.withLock { state in
            let next = state.takeFirst()
            if next == nil { state.permits += 1 }
            return next
        }
        next?.resume(returning: true)
    }

    private func acquire() async -> Bool {
        if tryAcquire() { return true }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isIn = state.withLock { state -> Bool? in
                    if state.permits > 0 {
                        state.permits -= 1
                        return true
                    }
                    if state.waiting >= longestLine || Task.isCancelled { return false }
                    state.line.append((id, continuation))
                    return nil
                }
                if let isIn { continuation.resume(returning: isIn) }
            }
        } onCancel: {
            state.withLock { $0.remove(id) }?.resume(returning: false)
        }
    }
}
