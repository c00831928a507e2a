public import Synchronization

/// Admits one task at a time per key, in order of arrival. Tasks under different keys do not wait for each other.
public final class KeyedLock<Key: Hashable & Sendable>: Sendable {
    @usableFromInline struct State {
        /// The tasks waiting behind the one that holds each key; a key without an entry is free.
        @usableFromInline var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]
        @usableFromInline var emptied: [CheckedContinuation<Void, Never>] = []
    }

    @usableFromInline let state = Mutex(State())

    public init() {}

    /// The number of keys that are held.
    public var count: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` with exclusive access to its key.
    @inlinable public func with<Result>(
        _ key: Key, _ work: () async throws -> sending Result
    ) async rethrows -> sending Result {
        // Nearly every key is free, and then there is nothing to wait for.
        if !take(key) { await wait(for: key) }
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

    /// Takes a key that is free. Returns `false` when it is held.
    @inlinable func take(_ key: Key) -> Bool {
        state.withLock { state in
            guard let waiting = state.waiting.updateValue([], forKey: key) else { return true }
            state.waiting[key] = waiting
            return false
        }
    }

    @inlinable func wait(for key: Key) async {
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

    @inlinable func leave(_ key: Key) {
        let (next, emptied) = state.withLock {
            state -> (CheckedContinuation<Void, Never>?, [CheckedContinuation<Void, Never>]) in
            guard let place = state.waiting.index(forKey: key) else { return (nil, []) }
            if !state.waiting.values[place].isEmpty { return (state.waiting.values[place].removeFirst(), []) }
            state.waiting.remove(at: place)
            guard state.waiting.isEmpty else { return (nil, []) }
            defer { state.emptied = [] }
            return (nil, state.emptied)
        }
        next?.resume()
        for continuation in emptied { continuation.resume() }
    }
}
