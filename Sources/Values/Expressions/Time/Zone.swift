import Foundation

/// A time zone of the IANA database: converts moments to local dates and times, and back.
public struct Zone: Sendable, Hashable {
    /// Such as `Europe/Berlin`.
    public let identifier: String
    let timeZone: TimeZone

    /// The time zone, or `nil` when the database has none of this name.
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

    /// All valid names, for suggestions.
    public static var knownIdentifiers: [String] { TimeZone.knownTimeZoneIdentifiers }

    /// The offset from UTC at `moment`; positive east of Greenwich.
    public func offset(at moment: Moment) -> TimeLength {
        .seconds(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.seconds))))
    }

    /// The local date and time at `moment`.
    public func local(_ moment: Moment) -> (date: CalendarDate, time: TimeOfDay, second: Int) {
        let seconds = (moment + offset(at: moment)).seconds
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - day * 86_400
        return (CalendarDate(dayNumber: day), TimeOfDay(minutes: rest / 60), rest % 60)
    }

    public func date(at moment: Moment) -> CalendarDate { local(moment).date }

    /// The moment of a local date and time. A time that a clock change skips is converted with the offset before the
    /// change; of a time that occurs twice, the first occurrence is used.
    public func moment(_ date: CalendarDate, _ time: TimeOfDay) -> Moment {
        let wall = Moment(seconds: date.dayNumber * 86_400 + time.minutes * 60)
        let before = offset(at: wall - .hours(24))
        let first = wall - before
        if offset(at: first) == before { return first }
        let second = wall - offset(at: first)
        return offset(at: second) == offset(at: first) ? second : first
    }
}
