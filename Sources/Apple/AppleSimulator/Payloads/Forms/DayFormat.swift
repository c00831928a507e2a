import Expressions
import Foundation

/// Formats and parses days in a form's date format, in a given language.
struct DayFormat: Sendable {
    let pattern: String
    private let locale: String?

    /// - Parameter locale: a locale such as `de_DE`, for names of months and days.
    init(_ pattern: String, locale: String?) {
        self.pattern = pattern
        self.locale = locale
    }

    func text(_ day: CalendarDate) -> String {
        formatter(pattern, locale ?? "en_US").string(from: Date(timeIntervalSince1970: Double(day.dayNumber) * 86_400))
    }

    /// Parses a day in the format, or `2026-11-21`; `nil` for anything else.
    func day(_ text: String) -> CalendarDate? {
        for (pattern, locale) in [
            (pattern, locale ?? "en_US"), (pattern, "en_US_POSIX"), ("yyyy-MM-dd", "en_US_POSIX"),
        ] {
            guard let date = formatter(pattern, locale).date(from: text) else { continue }
            return CalendarDate(dayNumber: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
        }
        return nil
    }

    private func formatter(_ pattern: String, _ locale: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = Locale(identifier: locale)
        formatter.timeZone = .gmt
        formatter.isLenient = false
        formatter.dateFormat = pattern
        return formatter
    }
}
