public import Channels
public import Expressions
public import Synchronization

/// A value behind a lock, with tasks that wait until it meets a condition.
///
/// Every change checks all waiters, so use it for a few waiters; for many waiters by key, use `KeyedLock` or
/// `KeyedWorker`.
public final class Watched<Value: Sendable>: Sendable {
    @usableFromInline struct Waiter: Sendable {
        @usableFromInline let id: Int
        @usableFromInline let isOver: @Sendable (Value) -> Bool
        @usableFromInline let continuation: CheckedContinuation<Void, Never>
    }

    @usableFromInline struct State {
        @usableFromInline var value: Value
        @usableFromInline var nextID = 0
        /// In order of arrival.
        @usableFromInline var waiters: [Waiter] = []
    }

    // The callers' modules contain these methods specialized for their values: without that each access copies the value
    // through its metadata.
    @usableFromInline let state: Mutex<State>

    public init(_ value: sending Value) { state = Mutex(State(value: value)) }

    @inlinable public var value: Value { read { $0 } }

    /// The number of waiting tasks.
    public var waiting: Int { state.withLock { $0.waiters.count } }

    @inlinable public func read<Result: Sendable>(_ look: (Value) throws -> Result) rethrows -> Result {
        try state.withLock { try look($0.value) }
    }

    /// Changes the value and resumes the waiters whose condition it now meets.
    @discardableResult @inlinable
    public func change<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        let (result, woken) = try state.withLock { state in
            let result = try body(&state.value)
            return (result, state.waiters.isEmpty ? [] : Self.takeWoken(of: &state))
        }
        for waiter in woken { waiter.continuation.resume() }
        return result
    }

    @usableFromInline static func takeWoken(of state: inout State) -> [Waiter] {
        let woken = state.waiters.filter { $0.isOver(state.value) }
        if !woken.isEmpty {
            let ids = Set(woken.map { $0.id })
            state.waiters.removeAll { ids.contains($0.id) }
        }
        return woken
    }

    /// Returns when the value meets a condition. Cancellation does not end the wait.
    public func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if condition(state.value) { return true }
                state.nextID += 1
                state.waiters.append(Waiter(id: state.nextID, isOver: condition, continuation: continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Returns when the value meets a condition, at `deadline`, or when the task is cancelled.
    public func wait(
        until condition: @escaping @Sendable (Value) -> Bool, before deadline: Moment, on clock: any WallClock
    ) async {
        // Without tasks of its own in the usual case.
        if read(condition) { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await self.first { condition($0) ? true : nil } }
            group.addTask { try? await clock.sleep(until: deadline) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns the first non-`nil` result of `look` on the value.
    ///
    /// - Throws: what `look` throws, and `CancellationError` when the task is cancelled first.
    public func first<Result: Sendable>(_ look: @escaping @Sendable (Value) throws -> Result?) async throws -> Result {
        while true {
            try Task.checkCancellation()
            if let found = try state.withLock({ try look($0.value) }) { return found }
            await untilFoundOrCancelled { value in
                do { return try look(value) != nil } catch { return true }
            }
        }
    }

    private func untilFoundOrCancelled(_ isOver: @escaping @Sendable (Value) -> Bool) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if Task.isCancelled || isOver(state.value) { return true }
                    state.waiters.append(Waiter(id: id, isOver: isOver, continuation: continuation))
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume()
        }
    }
}
