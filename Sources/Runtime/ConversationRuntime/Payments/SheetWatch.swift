import Channels
import Synchronization

/// Notifies waiting tasks of events in a conversation.
final class SheetWatch: Sendable {
    private struct State {
        var watchers: [ConversationKey: [Int: AsyncStream<Void>.Continuation]] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())

    /// Runs `work` with a stream of the events in the conversation meanwhile: at least one element follows any series
    /// of events.
    func watching<Result: Sendable>(
        _ conversation: ConversationKey, _ work: (AsyncStream<Void>) async throws -> Result
    ) async rethrows -> Result {
        let (changes, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.watchers[conversation, default: [:]][state.nextID] = told
            return state.nextID
        }
        defer {
            state.withLock { state in
                state.watchers[conversation]?[id] = nil
                if state.watchers[conversation]?.isEmpty ?? false { state.watchers[conversation] = nil }
            }
        }
        return try await work(changes)
    }

    func tell(_ conversation: ConversationKey) {
        let watchers = state.withLock { $0.watchers[conversation] ?? [:] }
        for (_, watcher) in watchers.sorted(by: { $0.key < $1.key }) { watcher.yield() }
    }
}
