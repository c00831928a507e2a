import Channels
import Concurrency
import Expressions
import Logging

/// Takes delivered messages out of the store, many in one transaction. A mark that is lost with the process only means
/// that the message is sent once more under its id.
final class DeliveredMarks: Sendable {
    private struct State {
        /// Delivered, and not yet written.
        var ids: [DeliveryID: SessionID] = [:]
        /// The last delivered message of each conversation that may still lie in the store.
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
            state.ids[delivery.id] = delivery.session
            state.last[delivery.session] = delivery.id
        }
    }

    /// The message up to which everything in a conversation has been delivered, although it may still lie in the store.
    func last(of session: SessionID) -> DeliveryID? { state.read { $0.last[session] } }

    /// Lets `run` come to its end when everything has been written.
    func stop() {
        state.change { $0.isStopped = true }
        pause.wake()
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
                state.change { $0.ids.merge(delivered) { later, _ in later } }
                await pause.rest(until: clock.now + .seconds(1)) { self.isStopped }
            }
        }
    }

    private var isStopped: Bool { state.read(\.isStopped) }

    private func forget(_ delivered: [DeliveryID: SessionID]) {
        state.change { state in
            for (id, session) in delivered where state.last[session] == id { state.last[session] = nil }
        }
    }

    /// What has been delivered since; waits for something. `nil` is the end.
    private func next() async -> [DeliveryID: SessionID]? {
        while true {
            let (ids, isStopped) = state.change { state in
                defer { state.ids = [:] }
                return (state.ids, state.isStopped)
            }
            if !ids.isEmpty { return ids }
            if isStopped { return nil }
            await state.wait { !$0.ids.isEmpty || $0.isStopped }
        }
    }
}
