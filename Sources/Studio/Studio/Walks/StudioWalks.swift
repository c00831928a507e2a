import Concurrency
import HTTPTypes
import Simulation
import Synchronization

/// The explorations and comparisons that pages have asked for: one at a time, outside the threads that all requests share.
///
/// They pause while a phone is being served, and end as soon as their page withdraws its request or sends another one.
final class StudioWalks: Sendable {
    /// What a page asks for, by the name of its route.
    enum Kind: String, Sendable, CaseIterable {
        /// What customers would stumble over.
        case findings
        /// What differs for customers from the flows that they have.
        case sentences
    }

    private struct Key: Hashable, Sendable {
        let kind: Kind
        let client: StudioClient.ID
    }

    /// How many may run and wait, of all authors and of one.
    private static let most = 16
    private static let mostOfAuthor = 4

    let phones = PhonesBeingServed()
    private let walks = Mutex<[Key: StudioWalk]>([:])
    private let thread = WalkThread()

    /// How many run and wait.
    var count: Int { walks.withLock(\.count) }

    /// Runs a walk when it is its turn. An earlier one of the same kind for the same page is cancelled.
    ///
    /// - Returns: `nil` when it was cancelled.
    func run<Result: Sendable>(
        _ kind: Kind, for client: StudioClient.ID, _ work: @escaping @Sendable (StudioWalk) -> Result
    ) async throws(StudioRefusal) -> Result? {
        let key = Key(kind: kind, client: client)
        let walk = StudioWalk(phones)
        guard add(walk, key) else {
            throw StudioRefusal(.tooManyRequests, "too many windows are trying every way through their flows")
        }
        defer { remove(walk, key) }
        let result: Result? = await thread.run { walk.isCancelled ? nil : work(walk) }
        return walk.isCancelled ? nil : result
    }

    /// Cancels what a page has asked for.
    func cancel(_ kind: Kind, for client: StudioClient.ID) {
        let walk = walks.withLock { $0.removeValue(forKey: Key(kind: kind, client: client)) }
        walk?.cancel()
    }

    private func add(_ walk: StudioWalk, _ key: Key) -> Bool {
        walks.withLock { walks in
            walks[key]?.cancel()
            let others = walks.keys.filter { $0 != key }
            guard others.count < Self.most,
                others.count(where: { $0.client.author == key.client.author }) < Self.mostOfAuthor
            else { return false }
            walks[key] = walk
            return true
        }
    }

    private func remove(_ walk: StudioWalk, _ key: Key) {
        walks.withLock { walks in
            if walks[key] === walk { walks[key] = nil }
        }
    }
}

/// A thread of its own, on which one walk runs after the other.
private actor WalkThread {
    private let executor = BlockingExecutor("usher.studio.walks")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Result: Sendable>(_ work: @Sendable () -> Result) -> Result { work() }
}

/// What an exploration or a comparison for a page may take. `usher explore` and `usher diff` take more.
struct WalkBounds: Sendable {
    /// Of processor.
    var time = Duration.seconds(6)
    /// States in each scene.
    var states = 1_000

    var ofFindings: ExplorationLimits {
        var limits = ExplorationLimits()
        limits.states = states
        return limits
    }

    var ofSentences: ExplorationLimits {
        var limits = ExplorationLimits.ofComparisons
        limits.states = states
        return limits
    }
}
