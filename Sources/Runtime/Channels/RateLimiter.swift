public import Expressions
import Synchronization

/// A rate limit: how often something may be done.
public struct Rate: Sendable, Hashable {
    public var atOnce: Double
    public var aMinute: Double

    public init(atOnce: Double, aMinute: Double) {
        self.atOnce = atOnce
        self.aMinute = aMinute
    }
}

/// A rate limiter with one token bucket per key; buckets refill over time.
///
/// Memory is bounded whatever the number of keys: at the limit, full buckets are removed first; if all are in use,
/// every bucket is reset, which only the busiest keys notice.
public final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var filled: Double
        var at: Moment
        let rate: Rate

        func filling(at now: Moment) -> Double {
            let minutes = Double((now - at).milliseconds) / 60_000
            return min(rate.atOnce, filled + max(0, minutes) * rate.aMinute)
        }
    }

    private let buckets = Mutex<[Key: Bucket]>([:])
    private let most: Int

    public init(atMost most: Int = 50_000) { self.most = most }

    /// Takes `count` tokens from the bucket of `key`. If the bucket holds fewer, takes nothing and returns the seconds
    /// until a retry can succeed.
    public func take(_ key: Key, _ count: Double = 1, at rate: Rate, now: Moment) -> Int? {
        let lacking = buckets.withLock { buckets -> Double in
            makeRoom(in: &buckets, now)
            let filled = buckets[key]?.filling(at: now) ?? rate.atOnce
            let isEnough = filled + Self.tolerance >= count
            buckets[key] = Bucket(filled: isEnough ? max(0, filled - count) : filled, at: now, rate: rate)
            return count - filled
        }
        return Self.seconds(lacking, rate)
    }

    /// Returns what `take` would return for one token, without taking it.
    public func wait(for key: Key, at rate: Rate, now: Moment) -> Int? {
        let filled = buckets.withLock { $0[key]?.filling(at: now) ?? rate.atOnce }
        return Self.seconds(1 - filled, rate)
    }

    private func makeRoom(in buckets: inout [Key: Bucket], _ now: Moment) {
        guard buckets.count >= most else { return }
        buckets = buckets.filter { $0.value.filling(at: now) < $0.value.rate.atOnce }
        if buckets.count >= most { buckets.removeAll(keepingCapacity: true) }
    }

    private static func seconds(_ lacking: Double, _ rate: Rate) -> Int? {
        guard lacking > tolerance else { return nil }
        return max(1, Int((lacking / rate.aMinute * 60 - tolerance).rounded(.up)))
    }

    /// Tenths of a minute do not add up to exactly one in binary floating point.
    private static var tolerance: Double { 1e-6 }
}
