public import Expressions

/// Opening hours: what is open on which days. A date beats a weekday; a day that is not written is closed.
public struct Week: Sendable, Hashable {
    public var name: String
    /// By weekday, from Monday; empty is closed.
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

    /// What is open on a day.
    public func hours(on date: CalendarDate) -> [ClosedRange<TimeOfDay>] {
        dates.last { $0.days.contains(date) }?.hours ?? weekdays[date.weekday.rawValue]
    }

    /// Whether it is open at a moment: from the first minute up to, but not with, the last.
    public func isOpen(at moment: Moment, in zone: Zone) -> Bool {
        let (date, time, _) = zone.local(moment)
        return hours(on: date).contains { $0.lowerBound <= time && time < $0.upperBound }
    }
}
