/// A point in time: milliseconds since 1 January 1970, 0:00 UTC.
public struct Moment: Sendable, Hashable, Comparable {
    public var milliseconds: Int

    public init(milliseconds: Int) { self.milliseconds = milliseconds }
    public init(seconds: Int) { milliseconds = seconds * 1000 }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }

    public static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }

    public static func + (moment: Moment, length: TimeLength) -> Moment {
        Moment(milliseconds: moment.milliseconds + length.milliseconds)
    }

    public static func - (moment: Moment, length: TimeLength) -> Moment {
        Moment(milliseconds: moment.milliseconds - length.milliseconds)
    }

    /// The time from `earlier` to `later`; negative when `later` comes first.
    public static func - (later: Moment, earlier: Moment) -> TimeLength {
        TimeLength(milliseconds: later.milliseconds - earlier.milliseconds)
    }
}
