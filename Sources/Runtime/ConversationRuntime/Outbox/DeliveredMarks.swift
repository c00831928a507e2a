import Channels
import Concurrency
import Expressions
import Logging

/// What has become of marks: the counters of lanes that are still held, and until when.
struct MarkedLanes: Sendable {
    let counters: [SessionID: LaneCounters]
    let until: TimeLength
}

/// Removes delivered messages from the store, many in one transaction. If the process loses a mark, the only
/// consequence is that the message is sent again under its id.
final class DeliveredMarks: Sendable {
    private struct State {
        /// The last message of each conversation that is delivered, but not yet removed from the store.
        var unmarked: [SessionID: LaneMark] = [:]
        /// The last delivered message of each conversation that may still be in the store.
        var last: [SessionID: DeliveryID] = [:]
        var isStopped = false
    }

    private let state = Watched(State())
    private let store: any SessionStore
    private let clock: any WallClock
    private let pause: InterruptibleSleep
    private let failures: FailureLog
    private let sharing: Sharing?

    /// Hears what has become of marks, where several servers send, and until when the lanes are held.
    typealias Heard = @Sendable ([LaneMark], MarkedLanes) -> Void

    init(store: any SessionStore, clock: any WallClock, logger: Logger, sharing: Sharing? = nil) {
        self.sharing = sharing
        self.store = store
        self.clock = clock
        failures = FailureLog(
            "could not mark messages as delivered", end: "messages marked as delivered again", clock: clock,
            logger: logger)
        pause = InterruptibleSleep(clock: clock)
    }

    /// - Parameter epoch: of the lane, where several servers send.
    func add(_ delivery: StoredDelivery, epoch: Int? = nil) {
        state.change { state in
            state.unmarked[delivery.session] = LaneMark(delivery.id, epoch: epoch ?? 0)
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
    func run(_ heard: Heard = { _, _ in }) async {
        while let delivered = await next() {
            do {
                let marks = delivered.values.sorted { $0.delivery < $1.delivery }
                if let sharing {
                    let began = sharing.standing.elapsed()
                    let counters = try await store.mark(marks, at: clock.now, for: sharing.laneClaim)
                    heard(marks, MarkedLanes(counters: counters, until: began + sharing.times.lease))
                } else {
                    try await store.remove(upTo: marks.map(\.delivery))
                }
                failures.succeeded()
                forget(delivered)
            } catch {
                failures.failed(error)
                if isStopped { return }
                state.change { $0.unmarked.merge(delivered) { later, _ in later } }
                await pause.rest(until: clock.now + .seconds(1)) { self.isStopped }
            }
        }
    }

    private var isStopped: Bool { state.read(\.isStopped) }

    private func forget(_ delivered: [SessionID: LaneMark]) {
        state.change { state in
            for (session, mark) in delivered where state.last[session] == mark.delivery { state.last[session] = nil }
        }
    }

    /// Returns the messages delivered since the last call, waiting until there are some; `nil` at the end.
    private func next() async -> [SessionID: LaneMark]? {
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
