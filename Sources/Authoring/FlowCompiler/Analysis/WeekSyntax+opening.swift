import Expressions
import FlowModel

extension WeekSyntax {
    /// Whether the hours open again within a year, whatever the day: one of their weekdays comes more often in a year than
    /// it may be closed by dates and by days of every year.
    var opensEveryYear: Bool {
        if isDamaged { return true }
        let open = lines.reduce(into: Set<Weekday>()) { open, line in
            guard case .weekdays(let days) = line.days else { return }
            if line.hours.isEmpty { open.subtract(days) } else { open.formUnion(days) }
        }
        let closed = lines.filter(\.hours.isEmpty).reduce(0) { $0 + $1.days.mostOfOneWeekday }
        return !open.isEmpty && closed + Self.sparedByTurnOfYear < Self.weeksOfYear
    }

    /// How often a weekday comes at least in the days after which an opening is looked for.
    private static let weeksOfYear = 52
    /// A year may begin inside of a line of yearly days, and end there.
    private static let sparedByTurnOfYear = 3
}

extension WeekSyntax.Days {
    /// How often one weekday is among these days at most, in one year; none for weekdays.
    fileprivate var mostOfOneWeekday: Int {
        switch self {
        case .weekdays: 0
        case .dates(let days): (days.upperBound.dayNumber - days.lowerBound.dayNumber) / 7 + 1
        case .yearly(let days): (days.count - 1) / 7 + 1
        }
    }
}

extension YearDays {
    /// How many days of a leap year these are.
    fileprivate var count: Int {
        let (first, last) = (Self.number(of: self.first), Self.number(of: self.last))
        return first <= last ? last - first + 1 : last - first + 367
    }

    private static func number(of day: Day) -> Int {
        (1..<day.month).reduce(day.day) { $0 + CalendarDate.days(in: $1, of: 2_000) }
    }
}
