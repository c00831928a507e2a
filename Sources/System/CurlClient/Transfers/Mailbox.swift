import CCurl
import Synchronization

/// Passes orders from any thread to the loop's thread, and wakes it only when it sleeps.
final class Mailbox: Sendable {
    enum Order: Sendable {
        case start(PendingCall)
        case cancel(Call)
    }

    private struct State {
        var orders: [Order] = []
        var isClosed = false
        var hasEnded = false
        var sleeper: Alarm?
        var waiting: [CheckedContinuation<Void, Never>] = []

        /// Rings once for each sleep, under the lock, so that it never rings for a loop that has ended.
        mutating func wake() {
            sleeper?.ring()
            sleeper = nil
        }
    }

    private let state = Mutex(State())

    /// Returns whether the order was accepted; a closed mailbox accepts only cancellations.
    @discardableResult
    func post(_ order: Order) -> Bool {
        state.withLock { state in
            if state.isClosed, case .start = order { return false }
            state.orders.append(order)
            state.wake()
            return true
        }
    }

    /// Stops accepting new requests; the loop ends when the running ones have finished.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.wake()
        }
    }

    /// Returns when the loop has ended.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }
}

/// The loop's side.
extension Mailbox {
    /// The loop's next action.
    enum Next {
        /// Take the orders that have arrived meanwhile.
        case orders
        /// Sleep: any new order rings the loop's alarm.
        case sleep
        /// End: no transfer is running, and no order will arrive.
        case end
    }

    /// Moves the orders into `orders`, whose memory is reused for the next ones.
    func take(into orders: inout [Order]) {
        orders.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.sleeper = nil
            swap(&state.orders, &orders)
        }
    }

    func next(isIdle: Bool, alarm: Alarm) -> Next {
        state.withLock { state in
            guard state.orders.isEmpty else { return .orders }
            if state.isClosed && isIdle { return .end }
            state.sleeper = alarm
            return .sleep
        }
    }

    func announceEnd() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// Wakes the loop that sleeps in `curl_multi_poll`.
///
/// Unchecked, because `curl_multi_wakeup` is the one function of a multi handle that libcurl allows on any thread.
struct Alarm: @unchecked Sendable {
    private let multi: UnsafeMutableRawPointer

    init(for multi: UnsafeMutableRawPointer) {
        self.multi = multi
    }

    fileprivate func ring() {
        curl_multi_wakeup(multi)
    }
}
