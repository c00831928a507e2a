public import Expressions

/// Opening hours by day. A date takes precedence over a day of every year, and that over a weekday; days that are not listed
/// are closed. Hours that continue past midnight belong to the day on which they begin.
public struct Week: Sendable, Hashable {
    public var name: String
    /// By weekday, from Monday; an empty list is closed.
    public var weekdays: [[ClosedRange<TimeOfDay>]]
    public var dates: [DateHours]
    /// Days of every year.
    public var yearly: [YearlyHours] = []
    /// Where its clock is; `nil` for that of the bot.
    public var zone: Zone?

    public struct DateHours: Sendable, Hashable {
        public var days: ClosedRange<CalendarDate>
        public var hours: [ClosedRange<TimeOfDay>]

        public init(days: ClosedRange<CalendarDate>, hours: [ClosedRange<TimeOfDay>]) {
            self.days = days
            self.hours = hours
        }
    }

    public struct YearlyHours: Sendable, Hashable {
        public var days: YearDays
        public var hours: [ClosedRange<TimeOfDay>]

        public init(days: YearDays, hours: [ClosedRange<TimeOfDay>]) {
            self.days = days
            self.hours = hours
        }
    }

    public init(name: String, weekdays: [[ClosedRange<TimeOfDay>]], dates: [DateHours]) {
        self.name = name
        self.weekdays = weekdays
        self.dates = dates
    }

    /// The opening hours that begin on a date.
    public func hours(on date: CalendarDate) -> [ClosedRange<TimeOfDay>] {
        exception(on: date) ?? weekdays[date.weekday.rawValue]
    }

    /// The hours of a date that is listed; `nil` when the weekday decides.
    func exception(on date: CalendarDate) -> [ClosedRange<TimeOfDay>]? {
        dates.last { $0.days.contains(date) }?.hours ?? yearly.last { $0.days.contains(date) }?.hours
    }

    /// Whether it is open at a moment: from the first minute up to, but not including, the last.
    public func isOpen(at moment: Moment, in zone: Zone) -> Bool { opening(at: moment, in: zone) != nil }

    /// When it closes; `nil` while it is closed.
    public func closes(after moment: Moment, in zone: Zone) -> Moment? { opening(at: moment, in: zone)?.upperBound }

    /// When it opens next; `nil` when that is more than a year away.
    public func opens(after moment: Moment, in zone: Zone) -> Moment? {
        let clock = self.zone ?? zone
        let today = clock.date(at: moment)
        for day in 0...366 {
            let starts = hours(on: today + day).map { clock.moment(today + day, $0.lowerBound) }
            if let next = starts.filter({ $0 > moment }).min() { return next }
        }
        return nil
    }

    /// The hours in which a moment lies, also those that began on the day before.
    private func opening(at moment: Moment, in zone: Zone) -> ClosedRange<Moment>? {
        let clock = self.zone ?? zone
        let today = clock.date(at: moment)
        for date in [today, today + -1] {
            for range in hours(on: date) {
                let (opens, closes) = (clock.moment(date, range.lowerBound), clock.moment(date, range.upperBound))
                // Where clocks are put forward, hours may begin within the hour that is left out, after their end.
                if opens <= moment, moment < closes { return opens...closes }
            }
        }
        return nil
    }
}

/// A day of every year, or several from one to another, perhaps over the end of the year.
public struct YearDays: Sendable, Hashable {
    /// A month, and a day in it.
    public struct Day: Sendable, Hashable, Comparable {
        public var month: Int
        public var day: Int

        /// `nil` when no year has this day.
        public init?(month: Int, day: Int) {
            guard (1...12).contains(month), (1...CalendarDate.days(in: month, of: 2_000)).contains(day) else {
                return nil
            }
            self.month = month
            self.day = day
        }

        init(_ date: CalendarDate) {
            month = date.month
            day = date.day
        }

        public static func < (left: Day, right: Day) -> Bool { (left.month, left.day) < (right.month, right.day) }
    }

    public var first: Day
    public var last: Day

    public init(first: Day, last: Day) {
        self.first = first
        self.last = last
    }

    public func contains(_ date: CalendarDate) -> Bool { contains(Day(date)) }

    /// Whether a day belongs to both.
    public func overlaps(_ other: YearDays) -> Bool { contains(other.first) || other.contains(first) }

    private func contains(_ day: Day) -> Bool {
        first <= last ? first <= day && day <= last : first <= day || day <= last
    }
}
