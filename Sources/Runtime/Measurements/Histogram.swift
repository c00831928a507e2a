import Synchronization

/// Counts how often a measured value lay below each of some bounds.
public final class Histogram: Sendable {
    /// The upper bounds of all buckets but the last, which has none; rising.
    let bounds: [Double]
    private let buckets: [Counter]
    /// In millionths, so that adding is one atomic instruction.
    private let total = Atomic<Int>(0)

    init(bounds: [Double]) {
        precondition(bounds == Set(bounds).sorted(), "the bounds of a histogram rise")
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in Counter() }
    }

    /// Notes one value: of at least zero, and less than a billion.
    public func record(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        buckets[bucket].add()
        total.wrappingAdd(Int(min(max(value, 0), 1e9) * 1_000_000), ordering: .relaxed)
    }

    /// Notes how long something took, in seconds.
    public func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        record(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// How many values were noted.
    public var count: Int { buckets.reduce(0) { $0 + $1.value } }

    /// All of them together.
    public var sum: Double { Double(total.load(ordering: .relaxed)) / 1_000_000 }

    /// How many values lay at or below each bound, and behind these how many there are.
    var cumulated: [Int] {
        var sum = 0
        return buckets.map { bucket in
            sum += bucket.value
            return sum
        }
    }
}
