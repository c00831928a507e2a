import Dispatch

/// Runs an actor outside the cooperative pool that all tasks share, because the actor calls C functions that block.
public final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter name: identifies the thread in a debugger.
    public init(_ name: String) { queue = DispatchQueue(label: name) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
