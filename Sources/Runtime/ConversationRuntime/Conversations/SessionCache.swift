import Channels
import FlowEngine
import Synchronization

/// Caches the most recently used sessions, so that most turns start without a read.
///
/// The cache is never trusted: a commit is checked against the revision in the store, and a process whose commit
/// conflicts drops its entry. Ended conversations are not cached: most of their customers do not write again soon.
final class SessionCache: Sendable {
    private struct State {
        /// Two generations: used entries move to the young one; when it is full, the old one is dropped.
        var young: [ConversationKey: StoredSession] = [:]
        var old: [ConversationKey: StoredSession] = [:]
    }

    private let state = Mutex(State())
    private let size: Int

    /// - Parameter size: the number of sessions guaranteed to be cached.
    init(size: Int) { self.size = size }

    subscript(conversation: ConversationKey) -> StoredSession? {
        state.withLock { $0.young[conversation] ?? $0.old[conversation] }
    }

    /// The number of cached sessions.
    var count: Int { state.withLock { $0.young.count + $0.old.count } }

    func remember(_ session: StoredSession) {
        guard session.session.status != .ended else { return forget(session.conversation) }
        state.withLock { state in
            state.old[session.conversation] = nil
            state.young[session.conversation] = session
            if state.young.count > size {
                state.old = state.young
                state.young = [:]
            }
        }
    }

    func forget(_ session: SessionID) {
        state.withLock { state in
            state.young = state.young.filter { $0.value.id != session }
            state.old = state.old.filter { $0.value.id != session }
        }
    }

    func forget(_ conversation: ConversationKey) {
        state.withLock { state in
            state.young[conversation] = nil
            state.old[conversation] = nil
        }
    }
}
