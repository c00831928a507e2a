import ServiceLifecycle
import Synchronization

/// Processes pending work by key, such as the messages of conversations: in order and one item at a time within a key,
/// concurrently across keys.
///
/// The pending work is kept elsewhere, usually in a store. The worker knows only which keys may have work: those that
/// were opened, and those found by the search at startup.
public final class KeyedWorker<Key: Hashable & Sendable>: Sendable {
    private struct State {
        /// Keys being processed, and whether more work has arrived under each meanwhile.
        var lanes: [Key: Bool] = [:]
        /// Whether the search for work left from before the start has finished.
        var hasSearched = false
        var isStopped = false
    }

    private let state = Watched(State())
    private let opening: AsyncStream<Key>.Continuation
    private let opened: AsyncStream<Key>

    public init() { (opened, opening) = AsyncStream.makeStream(of: Key.self) }

    /// Whether no new work is started any more.
    public var isStopped: Bool { state.read(\.isStopped) }

    /// The number of keys being processed.
    public var count: Int { state.read(\.lanes.count) }

    /// Signals that work is pending under a key.
    public func open(_ key: Key) {
        let isNew = state.change { state in
            guard !state.isStopped else { return false }
            let isNew = state.lanes[key] == nil
            state.lanes[key] = !isNew
            return isNew
        }
        if isNew { opening.yield(key) }
    }

    /// Works until the task is cancelled or the server shuts down; work already started then finishes.
    ///
    /// - Parameters:
    ///   - search: opens the keys that have work left from before the start.
    ///   - drain: processes what is pending under a key. It is called again when more work has arrived under the key
    ///     meanwhile.
    public func run(
        search: @escaping @Sendable () async -> Void = {}, drain: @escaping @Sendable (Key) async -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                await search()
                self.state.change { $0.hasSearched = true }
            }
            await withTaskCancellationOrGracefulShutdownHandler {
                for await key in opened { group.addTask { await self.work(on: key, drain) } }
            } onCancelOrGracefulShutdown: {
                self.stop()
            }
        }
    }

    /// Stops starting new work.
    public func stop() {
        state.change { $0.isStopped = true }
        opening.finish()
    }

    /// Returns when no work is pending, under `key` or under any key, or when the worker has stopped.
    public func untilIdle(under key: Key? = nil) async {
        await state.wait { state in
            if state.isStopped { return true }
            guard let key else { return state.hasSearched && state.lanes.isEmpty }
            return state.lanes[key] == nil
        }
    }

    private func work(on key: Key, _ drain: @Sendable (Key) async -> Void) async {
        repeat { await drain(key) } while hasMore(under: key)
    }

    /// Whether work has arrived since the key was last checked; if not, its lane ends.
    private func hasMore(under key: Key) -> Bool {
        state.change { state in
            let hasMore = state.lanes[key] ?? false && !state.isStopped
            state.lanes[key] = hasMore ? false : nil
            return hasMore
        }
    }
}
