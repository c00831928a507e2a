public import Expressions
import Foundation

/// A distribution of durations in buckets, each one twentieth wider than the one before: memory stays small however
/// many are added, and the median is accurate to one fortieth.
public struct LengthSpread: Sendable, Hashable {
    private var buckets: [Int: Int] = [:]
    public private(set) var count = 0
    private static let step = log(1.05)

    public init() {}

    public mutating func add(_ length: TimeLength) {
        buckets[Self.bucket(of: max(1, length.milliseconds)), default: 0] += 1
        count += 1
    }

    /// The median duration; `nil` when there are none.
    public var median: TimeLength? {
        var passed = 0
        for (bucket, count) in buckets.sorted(by: { $0.key < $1.key }) {
            passed += count
            if passed * 2 >= self.count { return .milliseconds(Int(exp((Double(bucket) + 0.5) * Self.step))) }
        }
        return nil
    }

    private static func bucket(of milliseconds: Int) -> Int { Int(log(Double(milliseconds)) / step) }
}
