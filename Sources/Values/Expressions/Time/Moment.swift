/// A point in time: milliseconds since 1 January 1970, 0:00 UTC.
///
/// Times come from outside, in headers and tokens: a sum beyond what an integer can hold is the last or the first moment.
public struct Moment: Sendable, Hashable, Comparable {
    public var milliseconds: Int

    public init(milliseconds: Int) { self.milliseconds = milliseconds }
    public init(seconds: Int) { milliseconds = seconds.times(1000) }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int { milliseconds >= 0 ? milliseconds / 1000 : milliseconds.minus(999) / 1000 }

    public static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }

    public static func + (moment: Moment, length: TimeLength) -> Moment {
        Moment(milliseconds: moment.milliseconds.plus(length.milliseconds))
    }

    public static func - (moment: Moment, length: TimeLength) -> Moment {
        Moment(milliseconds: moment.milliseconds.minus(length.milliseconds))
    }

    /// The time from `earlier` to `later`; negative when `later` comes first.
    public static func - (later: Moment, earlier: Moment) -> TimeLength {
        TimeLength(milliseconds: later.milliseconds.minus(earlier.milliseconds))
    }
}
