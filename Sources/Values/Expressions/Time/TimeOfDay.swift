/// A time of day, to the minute; 24:00 is the end of the day. The end of hours that continue past midnight is a time of the next
/// day, up to 48:00.
public struct TimeOfDay: Sendable, Hashable, Comparable {
    /// Minutes since midnight, 0 to 1440; of the next day up to 2880.
    public let minutes: Int

    public init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour) && (0...59).contains(minute) || hour == 24 && minute == 0 else { return nil }
        minutes = hour * 60 + minute
    }

    init(minutes: Int) { self.minutes = minutes }

    /// This many minutes after midnight; `nil` after the end of the next day.
    public static func after(midnight minutes: Int) -> TimeOfDay? {
        (0...2_880).contains(minutes) ? TimeOfDay(minutes: minutes) : nil
    }

    /// The same time of the next day.
    public var onNextDay: TimeOfDay { TimeOfDay(minutes: minutes % 1_440 + 1_440) }

    public var hour: Int { minutes / 60 }
    public var minute: Int { minutes % 60 }

    /// Such as `9:05`.
    public var text: String { "\(hour):\(padded(minute, 2))" }

    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}
