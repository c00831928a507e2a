import Channels
import Concurrency
import Expressions
import Logging

/// Removes delivered messages from the store, many in one transaction. If the process loses a mark, the only
/// consequence is that the message is sent again under its id.
final class DeliveredMarks: Sendable {
    private struct State {
        /// The last message of each conversation that is delivered, but not yet removed from the store.
        var unmarked: [SessionID: DeliveryID] = [:]
        /// The last delivered message of each conversation that may still be in the store.
        var last: [SessionID: DeliveryID] = [:]
        var isStopped = false
    }

    private let state = Watched(State())
    private let store: any SessionStore
    private let clock: any WallClock
    private let pause: InterruptibleSleep
    private let logger: Logger

    init(store: any SessionStore, clock: any WallClock, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
        pause = InterruptibleSleep(clock: clock)
    }

    func add(_ delivery: StoredDelivery) {
        state.change { state in
            state.unmarked[delivery.session] = delivery.id
            state.last[delivery.session] = delivery.id
        }
    }

    /// The message up to which everything in a conversation has been delivered, although it may still be in the store.
    func last(of session: SessionID) -> DeliveryID? { state.read { $0.last[session] } }

    /// Makes `run` finish after everything has been written.
    func stop() {
        state.change { $0.isStopped = true }
        pause.wake()
    }

    /// Writes marks until it is stopped. Cancellation does not end it, so that every delivered message is marked.
    func run() async {
        while let delivered = await next() {
            do {
                try await store.remove(upTo: delivered.values.sorted())
                forget(delivered)
            } catch {
                logger.warning("could not mark messages as delivered", metadata: ["reason": "\(error)"])
                if isStopped { return }
                state.change { $0.unmarked.merge(delivered) { later, _ in later } }
                await pause.rest(until: clock.now + .seconds(1)) { self.isStopped }
            }
        }
    }

    private var isStopped: Bool { state.read(\.isStopped) }

    private func forget(_ delivered: [SessionID: DeliveryID]) {
        state.change { state in
            for (session, id) in delivered where state.last[session] == id { state.last[session] = nil }
        }
    }

    /// Returns the messages delivered since the last call, waiting until there are some; `nil` at the end.
    private func next() async -> [SessionID: DeliveryID]? {
        while true {
            let (delivered, isStopped) = state.change { state in
                defer { state.unmarked = [:] }
                return (state.unmarked, state.isStopped)
            }
            if !delivered.isEmpty { return delivered }
            if isStopped { return nil }
            await state.wait { !$0.unmarked.isEmpty || $0.isStopped }
        }
    }
}
