import Dispatch
import Plays
import Simulation
import Synchronization

/// A walk through all conversations for a page: an exploration, or a comparison. It asks here whether it may continue.
final class StudioWalk: Sendable {
    private let cancelled = Mutex(false)
    private let phones: PhonesBeingServed
    /// Signalled when there may be a reason to stop waiting for phones.
    private let wake = DispatchSemaphore(value: 0)

    init(_ phones: PhonesBeingServed) { self.phones = phones }

    var isCancelled: Bool { cancelled.withLock { $0 } }

    func cancel() {
        cancelled.withLock { $0 = true }
        wake.signal()
    }

    /// Whether the walk ends here: it is cancelled, or the time is over. Waits while a phone is being served.
    ///
    /// - Parameter time: of processor. When ten times as long has passed by the clock, the time is over as well.
    func isOver(since began: WalkTime, after time: Duration) -> Bool {
        let end = began.instant.advanced(by: time * Self.slowness)
        if phones.isAny { waitForPhones(until: end) }
        return isCancelled || began.processor >= time || ContinuousClock.now >= end
    }

    /// How much slower than alone a machine may be for a walk to be completed all the same.
    private static let slowness = 10

    /// Blocks the thread of the walks until no phone is being served, the walk is cancelled, or the end is reached.
    private func waitForPhones(until end: ContinuousClock.Instant) {
        let id = ObjectIdentifier(self)
        phones.add(wake, of: id)
        defer { phones.removeWaiter(id) }
        while phones.isAny, !isCancelled, case let rest = ContinuousClock.now.duration(to: end), rest > .zero {
            _ = wake.wait(timeout: .now() + rest / Duration.seconds(1))
        }
    }
}

/// The number of requests that play conversations on phones at this moment, and the walks that wait for their end.
final class PhonesBeingServed: Sendable {
    private struct State {
        var count = 0
        var waiters: [ObjectIdentifier: DispatchSemaphore] = [:]
    }

    private let state = Mutex(State())

    var isAny: Bool { state.withLock { $0.count > 0 } }

    /// The number of walks that wait.
    var waiting: Int { state.withLock(\.waiters.count) }

    func begin() { state.withLock { $0.count += 1 } }

    /// Wakes the walks that wait, when no other phone is being served.
    func end() {
        let waiters: [DispatchSemaphore] = state.withLock { state in
            state.count -= 1
            return state.count == 0 ? Array(state.waiters.values) : []
        }
        for waiter in waiters { waiter.signal() }
    }

    /// Adds a walk to those that are woken. It looks at `isAny` after that, so that it misses no end.
    fileprivate func add(_ waiter: DispatchSemaphore, of walk: ObjectIdentifier) {
        state.withLock { $0.waiters[walk] = waiter }
    }

    fileprivate func removeWaiter(_ walk: ObjectIdentifier) { state.withLock { $0.waiters[walk] = nil } }
}

/// The time of an exploration that begins now on this thread, of which the usual scene gets the largest part.
struct ExplorationTime {
    private let walk: StudioWalk
    private let time: Duration
    private let began = WalkTime.now
    private var place = 1
    private var scenes = 1

    private static let shareOfUsualScene = 0.4

    init(_ walk: StudioWalk, _ time: Duration) {
        self.walk = walk
        self.time = time
    }

    /// Whether the scene in which the exploration is ends here.
    mutating func isOver() -> Bool {
        guard walk.isOver(since: began, after: time * share) else { return false }
        // What is asked next is about the next scene.
        place += 1
        return true
    }

    mutating func note(_ progress: Exploration.Progress) { (place, scenes) = (progress.place, progress.scenes) }

    /// The fraction of the time that may be over at the end of the scene.
    private var share: Double {
        guard scenes > 1 else { return 1 }
        let others = Double(place - 1) / Double(scenes - 1)
        return Self.shareOfUsualScene + (1 - Self.shareOfUsualScene) * min(1, others)
    }
}
