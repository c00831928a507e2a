import Foundation
import Simulation
import Synchronization

/// A walk through all conversations for a page: an exploration, or a comparison. It asks here whether it may continue.
final class StudioWalk: Sendable {
    private let cancelled = Mutex(false)
    private let phones: PhonesBeingServed

    /// How long it pauses before it looks again whether a phone is being served.
    private static let pause = 0.001

    init(_ phones: PhonesBeingServed) { self.phones = phones }

    var isCancelled: Bool { cancelled.withLock { $0 } }

    func cancel() { cancelled.withLock { $0 = true } }

    /// Whether the walk ends here: it is cancelled, or the time is over. Waits while a phone is being served.
    func isOver(since began: ContinuousClock.Instant, after time: Duration) -> Bool {
        while phones.isAny, !isCancelled, began.duration(to: .now) < time { Thread.sleep(forTimeInterval: Self.pause) }
        return isCancelled || began.duration(to: .now) >= time
    }
}

/// The number of requests that play conversations on phones at this moment.
final class PhonesBeingServed: Sendable {
    private let count = Mutex(0)

    var isAny: Bool { count.withLock { $0 > 0 } }

    func begin() { count.withLock { $0 += 1 } }

    func end() { count.withLock { $0 -= 1 } }
}

/// The time of an exploration, of which the usual scene gets the largest part.
struct ExplorationTime {
    private let walk: StudioWalk
    private let time: Duration
    private let began = ContinuousClock.now
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
