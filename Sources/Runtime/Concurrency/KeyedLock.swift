import Synchronization

/// Admits one task at a time per key, in order of arrival. Tasks under different keys do not wait for each other.
public final class KeyedLock<Key: Hashable & Sendable>: Sendable {
    private struct State {
        /// The tasks waiting behind the one that holds each key; a key without an entry is free.
        var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]
        var emptied: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// The number of keys that are held.
    public var count: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` with exclusive access to its key.
    public func with<Result>(
        _ key: Key, _ work: () async throws -> sending Result
    ) async rethrows -> sending Result {
        await enter(key)
        defer { leave(key) }
        return try await work()
    }

    /// Returns when no key is held.
    public func untilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.waiting.isEmpty { state.emptied.append(continuation) }
                return state.waiting.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func enter(_ key: Key) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.waiting[key] == nil {
                    state.waiting[key] = []
                    return true
                }
                state.waiting[key]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave(_ key: Key) {
        let (next, emptied) = state.withLock {
            state -> (CheckedContinuation<Void, Never>?, [CheckedContinuation<Void, Never>]) in
            if state.waiting[key]?.isEmpty == false { return (state.waiting[key]?.removeFirst(), []) }
            state.waiting[key] = nil
            guard state.waiting.isEmpty else { return (nil, []) }
            defer { state.emptied = [] }
            return (nil, state.emptied)
        }
        next?.resume()
        for continuation in emptied { continuation.resume() }
    }
}
