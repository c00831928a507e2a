import Foundation
import SampleProjects
import Synchronization

/// What has noticed a mutation.
public struct MutationOutcome: Sendable {
    public let project: String
    public let mutation: Mutation
    public let catchers: Set<Catcher>
    /// Whether the compiler refuses the flow, so that nothing else could look at it.
    public let isRefused: Bool
    /// Whether a bound was met, beyond which more might be noticed.
    public let isCut: Bool

    /// Whether nothing has noticed it that knows the flow as it is now alone.
    public var isMissed: Bool { catchers.isDisjoint(with: Catcher.alone) }

    /// Looks at the mutations of projects, one at a time on each processor.
    ///
    /// - Parameters:
    ///   - baselines: the projects, by their names.
    ///   - whenDone: called with the number of mutations that were looked at.
    public static func outcomes(
        of mutations: [(project: String, mutation: Mutation)], in baselines: [String: Baseline],
        whenDone: @Sendable (Int) -> Void = { _ in }
    ) -> [MutationOutcome] {
        let outcomes = Mutex([MutationOutcome?](repeating: nil, count: mutations.count))
        DispatchQueue.concurrentPerform(iterations: mutations.count) { index in
            let (project, mutation) = mutations[index]
            guard let outcome = baselines[project]?.outcome(of: mutation) else { return }
            let done: Int = outcomes.withLock { outcomes in
                outcomes[index] = outcome
                return outcomes.count { $0 != nil }
            }
            whenDone(done)
        }
        return outcomes.withLock { $0.compactMap { $0 } }
    }
}
