/// A calendar day, independent of time zones.
public struct CalendarDate: Sendable, Hashable, Comparable {
    public let year: Int
    /// From 1.
    public let month: Int
    /// From 1.
    public let day: Int

    /// The day, or `nil` when the month does not have it or the year is outside 1 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day `number` days after 1 January 1970.
    public init(dayNumber: Int) {
        // Counts in eras of 400 years that begin on 1 March, so that the leap day comes last.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The first and the last day that can be represented.
    public static let first = CalendarDate(dayNumber: -719_162)
    public static let last = CalendarDate(dayNumber: 2_932_896)

    /// Days since 1 January 1970.
    public var dayNumber: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    public var weekday: Weekday {
        // 1 January 1970 was a Thursday; the remainder modulo 7 is always a valid raw value
        Weekday(rawValue: ((dayNumber + 3) % 7 + 7) % 7)!
    }

    public static func + (date: CalendarDate, days: Int) -> CalendarDate {
        CalendarDate(dayNumber: date.dayNumber + days)
    }

    /// The day in ISO 8601: `2026-12-01`.
    public var iso: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    public static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// The days of the week, from Monday.
public enum Weekday: Int, Sendable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The English name as flow files write it.
    public var name: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }
}

/// `number` with leading zeros up to `digits` digits.
func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(abs(number))
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, digits - text.count)) + text
}
