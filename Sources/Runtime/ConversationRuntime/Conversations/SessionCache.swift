import Channels
import FlowEngine
import Synchronization

/// Caches the most recently used sessions, so that most turns start without a read.
///
/// The cache is never trusted: a commit is checked against the revision in the store, and a process whose commit
/// conflicts drops its entry. Ended conversations are not cached: most of their customers do not write again soon. Neither are
/// those that other servers answer as well, as long as they do: every answer from the cache would conflict.
final class SessionCache: Sendable {
    private struct State {
        /// Two generations: used entries move to the young one; when it is full, the old one is dropped.
        var young: [ConversationKey: StoredSession] = [:]
        var old: [ConversationKey: StoredSession] = [:]
        /// The conversations of cached sessions, and maybe of some that were cached before.
        var conversations: [SessionID: ConversationKey] = [:]
        /// Conversations that others have changed, with the revision that was last committed here.
        var shared: [ConversationKey: Int?] = [:]
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

    /// Remembers a session that was read. If it is still what was last committed here, no other server answers it any more.
    func remember(read session: StoredSession) {
        state.withLock { state in
            if state.shared[session.conversation] == session.revision { state.shared[session.conversation] = nil }
        }
        keep(session)
    }

    /// Remembers a session that was committed.
    func remember(committed session: StoredSession) {
        state.withLock { state in
            if state.shared[session.conversation] != nil { state.shared[session.conversation] = session.revision }
        }
        keep(session)
    }

    /// Forgets a session that others have changed since it was read.
    func distrust(_ conversation: ConversationKey) {
        forget(conversation)
        state.withLock { state in
            if state.shared.count >= size { state.shared = [:] }
            state.shared[conversation] = .some(nil)
        }
    }

    private func keep(_ session: StoredSession) {
        guard session.session.status != .ended else { return forget(session.conversation) }
        state.withLock { state in
            guard state.shared[session.conversation] == nil else { return }
            state.old[session.conversation] = nil
            state.young[session.conversation] = session
            state.conversations[session.id] = session.conversation
            if state.young.count > size {
                state.old = state.young
                state.young = [:]
                state.conversations = state.old.reduce(into: [:]) { $0[$1.value.id] = $1.key }
            }
        }
    }

    func forget(_ session: SessionID) {
        state.withLock { state in
            guard let conversation = state.conversations.removeValue(forKey: session) else { return }
            // A later session of the customer may be cached by now.
            if state.young[conversation]?.id == session { state.young[conversation] = nil }
            if state.old[conversation]?.id == session { state.old[conversation] = nil }
        }
    }

    func forget(_ conversation: ConversationKey) {
        state.withLock { state in
            for session in [state.young[conversation], state.old[conversation]].compactMap(\.self) {
                state.conversations[session.id] = nil
            }
            state.young[conversation] = nil
            state.old[conversation] = nil
            state.shared[conversation] = nil
        }
    }
}
