public import Synchronization

/// Combines work that waits at the same time into batches.
///
/// A task that arrives while no batch is being processed becomes the leader: it processes its own work and everything
/// that waits, then passes the lead to the next task. Work that arrives alone does not wait, and work that arrives
/// together shares the cost of a batch. Work that is not urgent begins no batch of its own while it may wait.
public final class BatchQueue<Work: Sendable, Outcome: Sendable>: Sendable {
    // The callers' modules contain the methods specialized for their work.
    @usableFromInline enum Wake: Sendable {
        case finished(Outcome)
        case lead
    }

    @usableFromInline struct Waiting: Sendable {
        @usableFromInline let work: Work
        @usableFromInline let continuation: CheckedContinuation<Wake, Never>
        /// Identifies work that may wait; `nil` when it is urgent.
        @usableFromInline var patience: Int?

        @usableFromInline init(work: Work, continuation: CheckedContinuation<Wake, Never>, patience: Int? = nil) {
            (self.work, self.continuation, self.patience) = (work, continuation, patience)
        }
    }

    @usableFromInline struct State {
        @usableFromInline var isBusy = false
        /// In the order of arrival.
        @usableFromInline var waiting: [Waiting] = []
        /// The number of works that were not urgent.
        @usableFromInline var patient = 0
        /// Whether a task looks after those that wait.
        @usableFromInline var isWatched = false
    }

    @usableFromInline let state = Mutex(State())
    @usableFromInline let largestBatch: Int

    /// - Parameter largestBatch: the maximum number of items processed together; 1 gives each its own batch.
    public init(largestBatch: Int) {
        precondition(largestBatch > 0, "a batch holds one work at least")
        self.largestBatch = largestBatch
    }

    /// Whether a batch is being processed.
    public var isBusy: Bool { state.withLock { $0.isBusy } }

    /// The number of items that wait behind the current batch.
    public var waiting: Int { state.withLock { $0.waiting.count } }

    /// The number of those that are urgent: they begin the next batch.
    public var urgent: Int { state.withLock { $0.waiting.count { $0.patience == nil } } }

    /// Processes `work` in a batch and returns its outcome.
    ///
    /// - Parameter process: performs the work of a batch in order and returns an outcome for each item. Only the
    ///   leader's closure is called; other tasks wait for it, so it must not depend on whether its task is cancelled.
    @inlinable public func submit(_ work: Work, _ process: ([Work]) async -> [Outcome]) async -> Outcome {
        let earlier = state.withLock { state -> Int? in
            if state.isBusy { return nil }
            state.isBusy = true
            return state.waiting.count
        }
        if let earlier { return await lead(work, behind: earlier, process) }
        // The batch may have ended in the meantime.
        var ahead = 0
        let wake = await withCheckedContinuation { continuation in
            let earlier = state.withLock { state -> Int? in
                if !state.isBusy {
                    state.isBusy = true
                    return state.waiting.count
                }
                state.waiting.append(Waiting(work: work, continuation: continuation))
                return nil
            }
            if let earlier {
                ahead = earlier
                continuation.resume(returning: .lead)
            }
        }
        switch wake {
        case .finished(let outcome): return outcome
        case .lead: return await lead(work, behind: ahead, process)
        }
    }

    /// Processes work that is not urgent: together with what arrives next, or alone when it has waited long enough.
    ///
    /// - Parameter patience: returns after half of the time for which such work may wait; the same for all work of a queue. One
    ///   task at a time waits with it, however much work there is.
    @inlinable public func submit(
        _ work: Work, patience: @escaping @Sendable () async -> Void, _ process: ([Work]) async -> [Outcome]
    ) async -> Outcome {
        let wake = await withCheckedContinuation { continuation in
            let isWatched = state.withLock { state in
                state.patient += 1
                state.waiting.append(Waiting(work: work, continuation: continuation, patience: state.patient))
                defer { state.isWatched = true }
                return state.isWatched
            }
            // It may outlive many works, and belongs to none of them.
            if !isWatched { Task.detached { await self.watch(patience) } }
        }
        switch wake {
        case .finished(let outcome): return outcome
        case .lead: return await lead(work, behind: 0, process)
        }
    }

    /// Hurries work that has waited for a whole pause, until none waits.
    @usableFromInline func watch(_ pause: @Sendable () async -> Void) async {
        var isNeeded = true
        while isNeeded {
            let newest = state.withLock { $0.patient }
            await pause()
            isNeeded = hurry(upTo: newest)
        }
    }

    /// Makes work urgent that still waits, and begins a batch with it if none is being processed.
    ///
    /// - Returns: whether other work waits that is not urgent.
    private func hurry(upTo newest: Int) -> Bool {
        let (next, isNeeded) = state.withLock { state -> (Waiting?, Bool) in
            var (first, others) = (nil as Int?, false)
            for (place, work) in state.waiting.enumerated() {
                guard let patience = work.patience else { continue }
                if patience <= newest {
                    state.waiting[place].patience = nil
                    first = first ?? place
                } else {
                    others = true
                }
            }
            state.isWatched = others
            guard let first, !state.isBusy else { return (nil, others) }
            state.isBusy = true
            return (state.waiting.remove(at: first), others)
        }
        next?.continuation.resume(returning: .lead)
        return isNeeded
    }

    /// - Parameter earlier: the number of waiting works that arrived before `own`.
    @inlinable func lead(
        _ own: Work, behind earlier: Int, _ process: ([Work]) async -> [Outcome]
    ) async -> Outcome {
        let group = state.withLock { state in
            let count = min(state.waiting.count, largestBatch - 1)
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting[..<count])
        }
        let place = min(earlier, group.count)
        var work = group.map { $0.work }
        work.insert(own, at: place)
        var outcomes = await process(work)
        precondition(outcomes.count == group.count + 1, "every work of a batch has an outcome")
        let outcome = outcomes.remove(at: place)
        for (waiting, outcome) in zip(group, outcomes) { waiting.continuation.resume(returning: .finished(outcome)) }
        handOn()
        return outcome
    }

    @inlinable func handOn() {
        let next = state.withLock { state -> Waiting? in
            guard state.waiting.contains(where: { $0.patience == nil }) else {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.continuation.resume(returning: .lead)
    }
}
