import ServiceLifecycle
import Synchronization

/// Works off what waits under keys, such as the messages of conversations: under one key one thing at a time and in order, under
/// many keys at once.
///
/// What waits is kept elsewhere, usually in a store. The worker knows only under which keys something may wait: those that were
/// opened, and those that a search has found after a start.
public final class KeyedWorker<Key: Hashable & Sendable>: Sendable {
    private struct State {
        /// Keys that are being worked off; whether something has come under them meanwhile.
        var lanes: [Key: Bool] = [:]
        /// Whether what was left before the start has been found.
        var hasSearched = false
        var isStopped = false
    }

    private let state = Watched(State())
    private let opening: AsyncStream<Key>.Continuation
    private let opened: AsyncStream<Key>

    public init() { (opened, opening) = AsyncStream.makeStream(of: Key.self) }

    /// Whether nothing new is begun any more.
    public var isStopped: Bool { state.read(\.isStopped) }

    /// Under how many keys something is worked off.
    public var count: Int { state.read(\.lanes.count) }

    /// Something waits under a key.
    public func open(_ key: Key) {
        let isNew = state.change { state in
            guard !state.isStopped else { return false }
            let isNew = state.lanes[key] == nil
            state.lanes[key] = !isNew
            return isNew
        }
        if isNew { opening.yield(key) }
    }

    /// Works until the task is cancelled or the server shuts down; what has been begun then comes to its end.
    ///
    /// - Parameters:
    ///   - search: opens the keys under which something was left before the start.
    ///   - drain: works off what waits under a key. It is called again when something has come under the key meanwhile.
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

    /// Begins nothing new.
    public func stop() {
        state.change { $0.isStopped = true }
        opening.finish()
    }

    /// Returns when nothing waits, under a key or under any, or when the worker has stopped.
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

    /// Whether something has come since the key was looked at last; if not, its lane ends.
    private func hasMore(under key: Key) -> Bool {
        state.change { state in
            let hasMore = state.lanes[key] ?? false && !state.isStopped
            state.lanes[key] = hasMore ? false : nil
            return hasMore
        }
    }
}
