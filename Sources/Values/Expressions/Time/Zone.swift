import Foundation

/// A time zone of the IANA database: turns moments into what clocks there show, and back.
public struct Zone: Sendable, Hashable {
    /// Such as `Europe/Berlin`.
    public let identifier: String
    let timeZone: TimeZone

    /// The zone, or `nil` when there is none of this name.
    public init?(_ identifier: String) {
        guard identifier == "UTC" || identifier.contains("/"), let zone = TimeZone(identifier: identifier) else {
            return nil
        }
        self.identifier = identifier
        timeZone = zone
    }

    private init(utc: TimeZone) {
        identifier = "UTC"
        timeZone = utc
    }

    public static let utc = Zone(utc: .gmt)

    /// All names that can be written, for suggestions.
    public static var knownIdentifiers: [String] { TimeZone.knownTimeZoneIdentifiers }

    /// How far the clocks are ahead of UTC at `moment`.
    public func offset(at moment: Moment) -> TimeLength {
        .seconds(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.seconds))))
    }

    /// What the calendar and the clock show at `moment`.
    public func local(_ moment: Moment) -> (date: CalendarDate, time: TimeOfDay, second: Int) {
        let seconds = (moment + offset(at: moment)).seconds
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - day * 86_400
        return (CalendarDate(dayNumber: day), TimeOfDay(minutes: rest / 60), rest % 60)
    }

    public func date(at moment: Moment) -> CalendarDate { local(moment).date }

    /// The moment at which the clocks show this. A time that a clock change skips is read as if the clocks had not been
    /// changed; of a time that comes twice the first is meant.
    public func moment(_ date: CalendarDate, _ time: TimeOfDay) -> Moment {
        let wall = Moment(seconds: date.dayNumber * 86_400 + time.minutes * 60)
        let before = offset(at: wall - .hours(24))
        let first = wall - before
        if offset(at: first) == before { return first }
        let second = wall - offset(at: first)
        return offset(at: second) == offset(at: first) ? second : first
    }
}
