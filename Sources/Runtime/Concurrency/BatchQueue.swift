import Synchronization

/// Joins work that waits together into batches.
///
/// A task that comes while no batch is being processed leads: it processes its own work and whatever waits, and then hands the
/// lead to the next one. So work that comes alone waits for nothing, and work that comes together shares the costs of a batch.
public final class BatchQueue<Work: Sendable, Outcome: Sendable>: Sendable {
    private enum Wake {
        case finished(Outcome)
        case lead
    }

    private struct Waiting {
        let work: Work
        let continuation: CheckedContinuation<Wake, Never>
    }

    private struct State {
        var isBusy = false
        var waiting: [Waiting] = []
    }

    private let state = Mutex(State())
    private let largestBatch: Int

    /// - Parameter largestBatch: how many are processed together at most; 1 gives each its own batch.
    public init(largestBatch: Int) {
        precondition(largestBatch > 0, "a batch holds one work at least")
        self.largestBatch = largestBatch
    }

    /// Whether a batch is being processed.
    public var isBusy: Bool { state.withLock(\.isBusy) }

    /// How many wait behind the batch that is being processed.
    public var waiting: Int { state.withLock(\.waiting.count) }

    /// Processes `work` in a batch, and returns what came of it.
    ///
    /// - Parameter process: does the work of a batch in its order, and returns an outcome for each. The one of the task that leads
    ///   is called; others wait for it, so it must not depend on whether its task is cancelled.
    public func submit(_ work: Work, _ process: ([Work]) async -> [Outcome]) async -> Outcome {
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

    private func lead(_ own: Work, _ process: ([Work]) async -> [Outcome]) async -> Outcome {
        let group = state.withLock { state in
            let count = min(state.waiting.count, largestBatch - 1)
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting[..<count])
        }
        let outcomes = await process([own] + group.map(\.work))
        precondition(outcomes.count == group.count + 1, "every work of a batch has an outcome")
        for (waiting, outcome) in zip(group, outcomes.dropFirst()) {
            waiting.continuation.resume(returning: .finished(outcome))
        }
        handOn()
        return outcomes[0]
    }

    private func handOn() {
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
