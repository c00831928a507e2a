import Synchronization

/// Recognizes a former primary: each promotion of a standby begins a new timeline of the write-ahead log (PostgreSQL, 26.3.5),
/// so a server on an earlier timeline than one that was seen has been replaced meanwhile. What it takes would be lost, and
/// what it shows is old.
final class CurrentPrimary: Sendable {
    private let seen = Mutex<Int64?>(nil)

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
}
