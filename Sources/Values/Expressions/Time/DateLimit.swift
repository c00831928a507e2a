/// A limit for the dates that a question accepts: a calendar date, or one relative to today.
public enum DateLimit: Sendable, Hashable {
    case date(CalendarDate)
    /// This many years and days after today, or before it if negative.
    case today(years: Int = 0, days: Int = 0)

    /// The date, relative to `today`.
    public func date(from today: CalendarDate) -> CalendarDate {
        switch self {
        case .date(let date): date
        case .today(let years, let days): today.inAnotherYear(today.year + years) + days
        }
    }

    /// Parses `2026-12-01`, `today`, `today + 30 days` or `today - 2 weeks`.
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

    /// The largest distance from today: two centuries.
    private static let mostDays = 73_000

}

/// The reason why a text is not a date limit.
public enum DateLimitMistake: Error, Equatable {
    case date(DateMistake)
    /// The text after `today +` is not a duration in whole days.
    case length(String)
}

extension CalendarDate {
    /// The same day of another year; 28 February where that year has no 29th.
    func inAnotherYear(_ year: Int) -> CalendarDate {
        CalendarDate(year: year, month: month, day: day) ?? CalendarDate(year: year, month: month, day: 28) ?? self
    }
}
