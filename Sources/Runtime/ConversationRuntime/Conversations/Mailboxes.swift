public import Channels
import Synchronization

/// Lets the events of one conversation in one at a time, in the order in which they came; nobody waits for another
/// conversation.
public final class Mailboxes: Sendable {
    private struct State {
        /// Those who wait behind the one that is inside; a conversation without an entry is free.
        var waiting: [ConversationKey: [CheckedContinuation<Void, Never>]] = [:]
        var emptied: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// How many conversations somebody is inside of.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` alone in its conversation.
    public func with<Result>(
        _ conversation: ConversationKey, _ work: () async throws -> sending Result
    ) async rethrows -> sending Result {
        await enter(conversation)
        defer { leave(conversation) }
        return try await work()
    }

    /// Returns when nobody is inside of any conversation.
    func untilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.waiting.isEmpty { state.emptied.append(continuation) }
                return state.waiting.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func enter(_ conversation: ConversationKey) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.waiting[conversation] == nil {
                    state.waiting[conversation] = []
                    return true
                }
                state.waiting[conversation]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave(_ conversation: ConversationKey) {
        let (next, emptied) = state.withLock {
            state -> (CheckedContinuation<Void, Never>?, [CheckedContinuation<Void, Never>]) in
            if state.waiting[conversation]?.isEmpty == false {
                return (state.waiting[conversation]?.removeFirst(), [])
            }
            state.waiting[conversation] = nil
            guard state.waiting.isEmpty else { return (nil, []) }
            defer { state.emptied = [] }
            return (nil, state.emptied)
        }
        next?.resume()
        for continuation in emptied { continuation.resume() }
    }
}
