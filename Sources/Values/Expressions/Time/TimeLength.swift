/// A duration, to the millisecond; flow files call it a duration as well. What is longer than an integer can hold is the
/// longest.
public struct TimeLength: Sendable, Hashable, Comparable {
    public var milliseconds: Int

    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    public static let zero = TimeLength(milliseconds: 0)
    public static func milliseconds(_ count: Int) -> TimeLength { TimeLength(milliseconds: count) }
    public static func seconds(_ count: Int) -> TimeLength { TimeLength(milliseconds: count.times(1000)) }
    public static func minutes(_ count: Int) -> TimeLength { .seconds(count.times(60)) }
    public static func hours(_ count: Int) -> TimeLength { .minutes(count.times(60)) }
    public static func days(_ count: Int) -> TimeLength { .hours(count.times(24)) }

    /// Whole seconds, truncated towards zero.
    public var seconds: Int { milliseconds / 1000 }

    public static func < (left: TimeLength, right: TimeLength) -> Bool { left.milliseconds < right.milliseconds }
    public static func + (left: TimeLength, right: TimeLength) -> TimeLength {
        TimeLength(milliseconds: left.milliseconds.plus(right.milliseconds))
    }
    public static func * (length: TimeLength, count: Int) -> TimeLength {
        TimeLength(milliseconds: length.milliseconds.times(count))
    }
}
