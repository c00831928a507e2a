import Synchronization

/// A histogram: counts how many recorded values lie at or below each of its bounds.
public final class Histogram: Sendable {
    /// The upper bounds of all buckets but the last, which has none; ascending.
    let bounds: [Double]
    private let buckets: [Counter]
    /// In millionths, so that adding is one atomic instruction.
    private let total = Atomic<Int>(0)

    init(bounds: [Double]) {
        precondition(bounds == Set(bounds).sorted(), "the bounds of a histogram rise")
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in Counter() }
    }

    /// Records a value of at least zero and less than a billion.
    public func record(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        buckets[bucket].add()
        total.wrappingAdd(Int(min(max(value, 0), 1e9) * 1_000_000), ordering: .relaxed)
    }

    /// Records a duration, in seconds.
    public func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        record(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// The number of recorded values.
    public var count: Int { buckets.reduce(0) { $0 + $1.value } }

    /// The sum of all recorded values.
    public var sum: Double { Double(total.load(ordering: .relaxed)) / 1_000_000 }

    /// The number of values at or below each bound, followed by the total.
    var cumulated: [Int] {
        var sum = 0
        return buckets.map { bucket in
            sum += bucket.value
            return sum
        }
    }
}
