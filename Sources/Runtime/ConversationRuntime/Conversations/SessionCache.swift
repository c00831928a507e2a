import Channels
import FlowEngine
import Synchronization

/// Caches the most recently used sessions, so that most turns start without a read.
///
/// The cache is never trusted: a commit is checked against the revision in the store, and a process whose commit
/// conflicts drops its entry. Ended conversations are not cached: most of their customers do not write again soon.
///
/// Where several servers answer, a session is cached once it was read as it was last committed here: most events of its customer
/// come to this server. Otherwise every answer from the cache would conflict.
final class SessionCache: Sendable {
    /// What was committed here, without its content.
    private struct Commit: Equatable {
        let session: SessionID
        let revision: Int

        init(_ stored: StoredSession) { (session, revision) = (stored.id, stored.revision) }
    }

    private struct State {
        var sessions: TwoGenerations<StoredSession>
        /// What was last committed of conversations that others may answer as well.
        var commits: TwoGenerations<Commit>
        /// The conversations of cached sessions, and maybe of some that were cached before.
        var conversations: [SessionID: ConversationKey] = [:]

        mutating func keep(_ session: StoredSession) {
            guard session.session.status != .ended else { return forget(session.conversation) }
            let hasDropped = sessions.set(session.conversation, to: session)
            conversations[session.id] = session.conversation
            if hasDropped { conversations = sessions.old.reduce(into: [:]) { $0[$1.value.id] = $1.key } }
        }

        mutating func forget(_ conversation: ConversationKey) {
            for session in [sessions.young[conversation], sessions.old[conversation]].compactMap(\.self) {
                conversations[session.id] = nil
            }
            sessions.remove(conversation)
            commits.remove(conversation)
        }
    }

    private let state: Mutex<State>
    private let isShared: Bool

    /// - Parameters:
    ///   - size: the number of sessions guaranteed to be cached.
    ///   - isShared: whether several servers answer.
    init(size: Int, isShared: Bool = false) {
        state = Mutex(State(sessions: TwoGenerations(size: size), commits: TwoGenerations(size: size)))
        self.isShared = isShared
    }

    subscript(conversation: ConversationKey) -> StoredSession? { state.withLock { $0.sessions[conversation] } }

    /// The number of cached sessions.
    var count: Int { state.withLock { $0.sessions.young.count + $0.sessions.old.count } }

    /// Remembers a session that was read.
    func remember(read session: StoredSession) {
        state.withLock { state in
            if isShared, state.commits[session.conversation] != Commit(session) { return }
            state.commits.remove(session.conversation)
            state.keep(session)
        }
    }

    /// Remembers a session that was committed.
    func remember(committed session: StoredSession) {
        state.withLock { state in
            if !isShared || state.sessions[session.conversation]?.id == session.id { return state.keep(session) }
            _ = state.commits.set(session.conversation, to: Commit(session))
        }
    }

    func forget(_ session: SessionID) {
        state.withLock { state in
            guard let conversation = state.conversations.removeValue(forKey: session) else { return }
            // A later session of the customer may be cached by now.
            state.sessions.remove(conversation) { $0.id == session }
        }
    }

    func forget(_ conversation: ConversationKey) { state.withLock { $0.forget(conversation) } }
}

/// Values of conversations in two generations: used ones move to the young one; when it is full, the old one is dropped.
private struct TwoGenerations<Value> {
    private(set) var young: [ConversationKey: Value] = [:]
    private(set) var old: [ConversationKey: Value] = [:]
    /// The number of values guaranteed to be kept.
    let size: Int

    init(size: Int) { self.size = size }

    subscript(conversation: ConversationKey) -> Value? { young[conversation] ?? old[conversation] }

    /// Returns whether values were dropped: those that are left are in `old`.
    mutating func set(_ conversation: ConversationKey, to value: Value) -> Bool {
        old[conversation] = nil
        young[conversation] = value
        guard young.count > size else { return false }
        (old, young) = (young, [:])
        return true
    }

    /// Removes the values that meet a condition.
    mutating func remove(_ conversation: ConversationKey, where isRemoved: (Value) -> Bool = { _ in true }) {
        if young[conversation].map(isRemoved) == true { young[conversation] = nil }
        if old[conversation].map(isRemoved) == true { old[conversation] = nil }
    }
}
