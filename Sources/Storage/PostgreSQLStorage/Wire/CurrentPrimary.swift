import Synchronization

/// Recognizes a former primary: each promotion of a standby begins a new timeline of the write-ahead log (PostgreSQL, 26.3.5),
/// so a server on an earlier timeline than one that was seen has been replaced meanwhile. What it takes would be lost, and
/// what it shows is old.
final class CurrentPrimary: Sendable {
    private let seen = Mutex<Int64?>(nil)
    /// When the servers were last compared, with the start of the one that was taken.
    private let comparison = Mutex<(start: String, at: ContinuousClock.Instant)?>(nil)

    /// For how long a comparison counts. A server that starts again is always compared.
    private static let period = Duration.seconds(30)

    /// The newest timeline that was seen; `nil` before the first.
    var newest: Int64? { seen.withLock { $0 } }

    /// Whether a server on this timeline may be used. A newer one makes those before it former ones.
    ///
    /// - Parameter timeline: `nil` for a database that has none, which is always admitted.
    func admits(_ timeline: Int64?) -> Bool {
        guard let timeline else { return true }
        return seen.withLock { seen in
            if let newest = seen, timeline < newest { return false }
            seen = timeline
            return true
        }
    }

    /// Whether no newer timeline has been seen since.
    func isCurrent(_ timeline: Int64?) -> Bool { timeline.map { $0 >= newest ?? $0 } ?? true }

    /// Whether the server that runs since `start` was just compared with the others.
    func isCompared(since start: String, at now: ContinuousClock.Instant = .now) -> Bool {
        comparison.withLock { last in last.map { $0.start == start && $0.at.duration(to: now) < Self.period } ?? false }
    }

    func noteComparison(since start: String, at now: ContinuousClock.Instant = .now) {
        comparison.withLock { $0 = (start, now) }
    }
}
