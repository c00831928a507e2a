import Channels
import FlowEngine
import Synchronization

/// Remembers the sessions that were used last, so that most turns begin without reading.
///
/// Never trusted: a commit is checked against the revision in the store, and whoever loses forgets what it remembered.
/// Conversations that have ended are not remembered: most of their customers do not write again soon.
final class SessionCache: Sendable {
    private struct State {
        /// Two generations: what is used moves to the young one; when that is full, the old one goes.
        var young: [ConversationKey: StoredSession] = [:]
        var old: [ConversationKey: StoredSession] = [:]
    }

    private let state = Mutex(State())
    private let size: Int

    /// - Parameter size: how many sessions are surely remembered.
    init(size: Int) { self.size = size }

    subscript(conversation: ConversationKey) -> StoredSession? {
        state.withLock { $0.young[conversation] ?? $0.old[conversation] }
    }

    /// How many sessions are remembered.
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
