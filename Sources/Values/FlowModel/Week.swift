public import Expressions

/// Opening hours by day. A date takes precedence over a weekday; days that are not listed are closed.
public struct Week: Sendable, Hashable {
    public var name: String
    /// By weekday, from Monday; an empty list is closed.
    public var weekdays: [[ClosedRange<TimeOfDay>]]
    public var dates: [DateHours]

    public struct DateHours: Sendable, Hashable {
        public var days: ClosedRange<CalendarDate>
        public var hours: [ClosedRange<TimeOfDay>]

        public init(days: ClosedRange<CalendarDate>, hours: [ClosedRange<TimeOfDay>]) {
            self.days = days
            self.hours = hours
        }
    }

    public init(name: String, weekdays: [[ClosedRange<TimeOfDay>]], dates: [DateHours]) {
        self.name = name
        self.weekdays = weekdays
        self.dates = dates
    }

    /// The opening hours on a date.
    public func hours(on date: CalendarDate) -> [ClosedRange<TimeOfDay>] {
        dates.last { $0.days.contains(date) }?.hours ?? weekdays[date.weekday.rawValue]
    }

    /// Whether it is open at a moment: from the first minute up to, but not including, the last.
    public func isOpen(at moment: Moment, in zone: Zone) -> Bool {
        let (date, time, _) = zone.local(moment)
        return hours(on: date).contains { $0.lowerBound <= time && time < $0.upperBound }
    }
}
