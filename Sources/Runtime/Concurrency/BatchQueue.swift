public import Synchronization

/// Combines work that waits at the same time into batches.
///
/// A task that arrives while no batch is being processed becomes the leader: it processes its own work and everything
/// that waits, then passes the lead to the next task. Work that arrives alone does not wait, and work that arrives
/// together shares the cost of a batch.
public final class BatchQueue<Work: Sendable, Outcome: Sendable>: Sendable {
    // The callers' modules contain the methods specialized for their work.
    @usableFromInline enum Wake: Sendable {
        case finished(Outcome)
        case lead
    }

    @usableFromInline struct Waiting: Sendable {
        @usableFromInline let work: Work
        @usableFromInline let continuation: CheckedContinuation<Wake, Never>

        @usableFromInline init(work: Work, continuation: CheckedContinuation<Wake, Never>) {
            self.work = work
            self.continuation = continuation
        }
    }

    @usableFromInline struct State {
        @usableFromInline var isBusy = false
        @usableFromInline var waiting: [Waiting] = []
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

    /// Processes `work` in a batch and returns its outcome.
    ///
    /// - Parameter process: performs the work of a batch in order and returns an outcome for each item. Only the
    ///   leader's closure is called; other tasks wait for it, so it must not depend on whether its task is cancelled.
    @inlinable public func submit(_ work: Work, _ process: ([Work]) async -> [Outcome]) async -> Outcome {
        let isLeader = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isLeader { return await lead(work, process) }
        let wake = await withCheckedContinuation { continuation in
            let mayLead = state.withLock { state in
                if !state.isBusy {
                    state.isBusy = true
                    return true
                }
                state.waiting.append(Waiting(work: work, continuation: continuation))
                return false
            }
            if mayLead { continuation.resume(returning: .lead) }
        }
        switch wake {
        case .finished(let outcome): return outcome
        case .lead: return await lead(work, process)
        }
    }

    @inlinable func lead(_ own: Work, _ process: ([Work]) async -> [Outcome]) async -> Outcome {
        let group = state.withLock { state in
            let count = min(state.waiting.count, largestBatch - 1)
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting[..<count])
        }
        let outcomes = await process(group.isEmpty ? [own] : [own] + group.map { $0.work })
        precondition(outcomes.count == group.count + 1, "every work of a batch has an outcome")
        for (waiting, outcome) in zip(group, outcomes.dropFirst()) {
            waiting.continuation.resume(returning: .finished(outcome))
        }
        handOn()
        return outcomes[0]
    }

    @inlinable func handOn() {
        let next = state.withLock { state -> Waiting? in
            if state.waiting.isEmpty {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.continuation.resume(returning: .lead)
    }
}
