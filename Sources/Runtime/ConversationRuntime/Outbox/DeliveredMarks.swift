import Channels
import Expressions
import Logging
import Synchronization

/// Takes delivered messages out of the store, many in one transaction. A mark that is lost with the process only means
/// that the message is sent once more under its id.
final class DeliveredMarks: Sendable {
    private struct State {
        /// Delivered, and not yet written.
        var ids: [DeliveryID: SessionID] = [:]
        /// The last delivered message of each conversation that may still lie in the store.
        var last: [SessionID: DeliveryID] = [:]
        var waiting: CheckedContinuation<Void, Never>?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let store: any SessionStore
    private let clock: any WallClock
    private let nap: Nap
    private let logger: Logger

    init(store: any SessionStore, clock: any WallClock, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
        nap = Nap(clock: clock)
    }

    func add(_ delivery: StoredDelivery) {
        let waiting = state.withLock { state in
            state.ids[delivery.id] = delivery.session
            state.last[delivery.session] = delivery.id
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// The message up to which everything in a conversation has been delivered, although it may still lie in the store.
    func last(of session: SessionID) -> DeliveryID? { state.withLock { $0.last[session] } }

    /// Lets `run` come to its end when everything has been written.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            return state.waiting.take()
        }
        waiting?.resume()
        nap.wake()
    }

    /// Writes until it is stopped. Being cancelled does not end it, so that whatever was delivered is marked.
    func run() async {
        while let delivered = await next() {
            do {
                try await store.remove(delivered.keys.sorted())
                forget(delivered)
            } catch {
                logger.warning("delivered messages could not be marked", metadata: ["reason": "\(error)"])
                if isStopped { return }
                state.withLock { $0.ids.merge(delivered) { later, _ in later } }
                await nap.rest(until: clock.now + .seconds(1)) { self.isStopped }
            }
        }
    }

    private var isStopped: Bool { state.withLock(\.isStopped) }

    private func forget(_ delivered: [DeliveryID: SessionID]) {
        state.withLock { state in
            for (id, session) in delivered where state.last[session] == id { state.last[session] = nil }
        }
    }

    /// What has been delivered since; waits for something. `nil` is the end.
    private func next() async -> [DeliveryID: SessionID]? {
        while true {
            let (ids, isStopped) = state.withLock { state in
                defer { state.ids = [:] }
                return (state.ids, state.isStopped)
            }
            if !ids.isEmpty { return ids }
            if isStopped { return nil }
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.ids.isEmpty || state.isStopped { return true }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        }
    }
}
