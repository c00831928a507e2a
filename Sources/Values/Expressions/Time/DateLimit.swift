/// A day that a question for a date is measured by: one of the calendar, or one counted from today.
public enum DateLimit: Sendable, Hashable {
    case date(CalendarDate)
    /// So many years and days after today, or before it.
    case today(years: Int = 0, days: Int = 0)

    /// The day meant, seen from `today`.
    public func date(from today: CalendarDate) -> CalendarDate {
        switch self {
        case .date(let date): date
        case .today(let years, let days): today.inAnotherYear(today.year + years) + days
        }
    }

    /// Reads `2026-12-01`, `today`, `today + 30 days` or `today - 2 weeks`.
    public static func reading(_ text: some StringProtocol) -> Result<DateLimit, DateLimitMistake> {
        let words = text.split(separator: " ")
        guard words.first == "today" else {
            return Literal.date(text).map { .date($0) }.mapError { .date($0) }
        }
        if words.count == 1 { return .success(.today()) }
        guard words.count >= 3, words[1] == "+" || words[1] == "-" else { return .failure(.date(.notADate)) }
        let rest = words.dropFirst(2).joined(separator: " ")
        guard let length = Literal.duration(rest), length.milliseconds % TimeLength.days(1).milliseconds == 0 else {
            return .failure(.length(rest))
        }
        let days = length.milliseconds / TimeLength.days(1).milliseconds
        guard days <= mostDays else { return .failure(.length(rest)) }
        return .success(.today(days: words[1] == "+" ? days : -days))
    }

    /// No limit lies further from today than two centuries.
    private static let mostDays = 73_000

}

/// Why something is no limit for dates.
public enum DateLimitMistake: Error, Equatable {
    case date(DateMistake)
    /// What stands behind `today +` is no length in whole days.
    case length(String)
}

extension CalendarDate {
    /// The same day of another year; the last of February where that year has no 29th.
    func inAnotherYear(_ year: Int) -> CalendarDate {
        CalendarDate(year: year, month: month, day: day) ?? CalendarDate(year: year, month: month, day: 28) ?? self
    }
}
