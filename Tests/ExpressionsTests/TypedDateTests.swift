import Expressions
import Testing

/// Dates as customers type them, on Monday 2 March 2026.
@Suite struct TypedDateTests {
    private static let today = CalendarDate(iso: "2026-03-02") ?? .first

    @Test(arguments: [
        ("en", "2026-12-01", "2026-12-01"), ("en", "1 December 2026", "2026-12-01"), ("en", "1 Dec 2026", "2026-12-01"),
        ("en", "December 1, 2026", "2026-12-01"), ("en", "1st of December 2026", "2026-12-01"),
        ("en", "Dec. 1st", "2026-12-01"), ("en", "Tuesday, 1 December 2026", "2026-12-01"),
        ("en", "2026 December 1", "2026-12-01"), ("en", "1/12/2026", "2026-12-01"),
        ("en_US", "12/1/2026", "2026-12-01"),
        ("en_GB", "12/1/2026", "2026-01-12"), ("en", "12/25/2026", "2026-12-25"), ("en_US", "25/12/2026", "2026-12-25"),
        ("en", "1.12.26", "2026-12-01"), ("en", "1 December", "2026-12-01"), ("en", "1 February", "2027-02-01"),
        ("en", "2 March", "2026-03-02"), ("en", "29 February", "2028-02-29"), ("en", "7 May 85", "1985-05-07"),
        ("en", "7 May 1985", "1985-05-07"), ("en", "Today", "2026-03-02"), ("en", "tomorrow!", "2026-03-03"),
        ("en", "yesterday", "2026-03-01"), ("de", "1.12.2026", "2026-12-01"), ("de", "1.12.", "2026-12-01"),
        ("de", "01.12.26", "2026-12-01"), ("de", "1. Dezember 2026", "2026-12-01"), ("de", "3. März", "2026-03-03"),
        ("de", "Dienstag, den 1. Dez. 2026", "2026-12-01"), ("de", "heute", "2026-03-02"),
        ("de", "Morgen", "2026-03-03"),
        ("de", "übermorgen", "2026-03-04"), ("fr", "1er décembre 2026", "2026-12-01"),
        ("fr", "le 2 mars", "2026-03-02"), ("fr", "01/12/2026", "2026-12-01"), ("fr", "aujourd’hui", "2026-03-02"),
        ("fr", "demain", "2026-03-03"), ("es", "1 de diciembre de 2026", "2026-12-01"),
        ("es", "3 mar 2027", "2027-03-03"),
        ("es", "mar, 1 de diciembre de 2026", "2026-12-01"), ("es", "1/12/2026", "2026-12-01"),
        ("es", "hoy", "2026-03-02"), ("es", "mañana", "2026-03-03"), ("ja", "2026年12月1日", "2026-12-01"),
        ("ja", "12月1日", "2026-12-01"), ("ja", "2026年12月1日（火）", "2026-12-01"), ("ja", "2026/12/1", "2026-12-01"),
        ("en", "12月1日", "2026-12-01"), ("en", "１２月１日", "2026-12-01"), ("de", "2026年12月1日", "2026-12-01"),
        ("en", "1日12月", "2026-12-01"), ("ja", "12/1", "2026-12-01"), ("ja", "今日", "2026-03-02"),
        ("ja", "明日", "2026-03-03"),
        ("ar", "١ ديسمبر ٢٠٢٦", "2026-12-01"), ("ar", "1/12/2026", "2026-12-01"), ("ar", "اليوم", "2026-03-02"),
        ("ar", "غدًا", "2026-03-03"), ("it", "1 dicembre 2026", "2026-12-01"), ("nl", "1 december 2026", "2026-12-01"),
    ])
    func `a day is read in the usual forms of the language`(language: String, typed: String, iso: String) {
        let parts = language.split(separator: "_").map(String.init)
        let words = TypedWords(language: parts[0], device: language)
        #expect(words.date(typed, today: Self.today)?.iso == iso)
    }

    @Test(arguments: [
        ("en", ""), ("en", "soon"), ("en", "1"), ("en", "2026"), ("en", "30 February 2026"), ("en", "29 February 2027"),
        ("en", "2026-13-01"), ("en", "13/13/2026"), ("en", "1 Ju 2026"), ("en", "1 May June"),
        ("en", "1 Dezember 2026"),
        ("en", "1 December 2026 at 10"), ("en", "1 December 20265"), ("en", "1 December 126"), ("de", "12.25.2026"),
        ("de", "tomorrow"), ("en", "32.1.2026"), ("en", "1+12+2026"), ("ja", "13月1日"),
        ("en", "13月1日"), ("en", "12月1月"), ("en", "27年12月1日"), ("en", "1.2.3.4"),
    ])
    func `what is no day of the calendar is not read`(language: String, typed: String) {
        #expect(TypedWords(language: language).date(typed, today: Self.today) == nil)
    }

    @Test(arguments: [
        ("1 February", "2020-01-01", "2026-03-02", "2026-02-01"),
        ("1 December", "2020-01-01", "2026-03-02", "2025-12-01"),
        ("1 December", "2026-03-03", "2028-03-02", "2026-12-01"), ("7.5.85", "1900-01-01", "2026-03-02", "1985-05-07"),
        ("7.5.30", "1900-01-01", "2026-03-02", "1930-05-07"), ("1 April", "2031-01-01", "2031-12-31", "2031-04-01"),
        ("1 April 2026", "2020-01-01", "2026-03-02", "2026-04-01"),
    ])
    func `a year that is left out is one that fits what is asked for`(
        typed: String, from: String, to: String, iso: String
    ) throws {
        let range = try #require(CalendarDate(iso: from))...(try #require(CalendarDate(iso: to)))
        #expect(TypedWords(language: "en").date(typed, today: Self.today, in: range)?.iso == iso)
    }

    @Test(arguments: [
        ("2026-12-01", "2026-12-01"), ("today", "2026-03-02"), ("today + 30 days", "2026-04-01"),
        ("today - 2 weeks", "2026-02-16"), ("today + 1 day", "2026-03-03"),
    ])
    func `limits are dates, or counted from today`(text: String, iso: String) throws {
        let limit = try DateLimit.reading(text).get()
        #expect(limit.date(from: Self.today).iso == iso)
        #expect(try DateLimit(json: limit.json) == limit)
    }

    @Test(arguments: [
        "", "tomorrow", "today +", "today + soon", "today + 5 hours", "today + 30 days + 1 day", "2026-2-1",
    ])
    func `what is no limit is not read`(text: String) {
        #expect(throws: DateLimitMistake.self) { try DateLimit.reading(text).get() }
    }

    @Test func `two years from a leap day is the last of February`() {
        let leap = CalendarDate(iso: "2028-02-29") ?? .first
        #expect(DateLimit.today(years: 2).date(from: leap).iso == "2030-02-28")
    }
}
