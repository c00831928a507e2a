import Expressions
import Testing

/// Days of the week and weeks, as people type them. Today is Wednesday, 4 March 2026.
@Suite struct TypedWeekdayTests {
    private static let today = CalendarDate(iso: "2026-03-04") ?? .first

    private static func days(_ language: String, _ text: String, in range: ClosedRange<CalendarDate>? = nil) -> [String]
    {
        TypedWords(language: language).dates(text, today: today, in: range).map(\.iso)
    }

    @Test(arguments: [
        ("en", "Friday"), ("en", "on friday!"), ("en", "this Friday"), ("en", "fri"), ("de", "Freitag"),
        ("de", "am Freitag"), ("de", "diesen Freitag"), ("fr", "vendredi"), ("fr", "ce vendredi"), ("es", "el viernes"),
        ("es", "este viernes"), ("it", "venerdì"), ("it", "venerdi"), ("pt", "sexta-feira"), ("pt", "sexta"),
        ("nl", "op vrijdag"), ("pl", "w piątek"), ("sv", "på fredag"), ("da", "på fredag"), ("cs", "v pátek"),
        ("hu", "péntek"), ("tr", "cuma"), ("ru", "в пятницу"), ("uk", "п’ятницю"), ("ja", "金曜日"), ("ja", "金曜"),
        ("ja", "今週の金曜日"), ("zh", "星期五"), ("zh", "周五"), ("zh", "本周五"), ("ko", "금요일"), ("ar", "الجمعة"),
    ])
    func `a day of the week is the next such day`(language: String, text: String) {
        #expect(Self.days(language, text) == ["2026-03-06"], "\(language): \(text)")
    }

    @Test(arguments: [
        ("it", "domani"), ("pt", "amanhã"), ("nl", "morgen"), ("pl", "jutro"), ("sv", "imorgon"), ("da", "i morgen"),
        ("fi", "huomenna"), ("cs", "zítra"), ("hu", "holnap"), ("ro", "mâine"), ("el", "αύριο"), ("tr", "yarın"),
        ("ru", "завтра"), ("uk", "завтра"), ("he", "מחר"), ("zh", "明天"), ("ko", "내일"),
    ])
    func `tomorrow is a word of every language`(language: String, text: String) {
        #expect(Self.days(language, text) == ["2026-03-05"], "\(language): \(text)")
    }

    @Test(arguments: [
        ("en", "next week"), ("de", "nächste Woche"), ("fr", "la semaine prochaine"), ("es", "la próxima semana"),
        ("es", "la semana que viene"), ("it", "la prossima settimana"), ("pt", "próxima semana"),
        ("nl", "volgende week"), ("pl", "w przyszłym tygodniu"), ("sv", "nästa vecka"), ("ru", "на следующей неделе"),
        ("ja", "来週"), ("zh", "下周"), ("ko", "다음주"), ("ko", "다음 주"), ("ar", "الأسبوع القادم"),
    ])
    func `next week is the seven days of the week`(language: String, text: String) {
        #expect(
            Self.days(language, text)
                == ["2026-03-09", "2026-03-10", "2026-03-11", "2026-03-12", "2026-03-13", "2026-03-14", "2026-03-15"],
            "\(language): \(text)")
    }

    @Test(arguments: [
        ("en", "next Friday"), ("de", "nächsten Freitag"), ("fr", "vendredi prochain"), ("es", "el próximo viernes"),
    ])
    func `the next Friday of a Wednesday may be either, and nothing is guessed`(language: String, text: String) {
        #expect(Self.days(language, text) == ["2026-03-06", "2026-03-13"], "\(language): \(text)")
    }

    @Test(arguments: [
        ("en", "next Monday", ["2026-03-09"]), ("ja", "来週の金曜日", ["2026-03-13"]), ("zh", "下周五", ["2026-03-13"]),
        ("en", "Friday next week", ["2026-03-13"]), ("en", "Wednesday", ["2026-03-04", "2026-03-11"]),
        ("en", "this week", ["2026-03-04", "2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08"]),
        ("en", "next", []), ("en", "week", []), ("en", "Friday or Saturday", ["2026-03-06", "2026-03-07"]),
        ("en", "some Friday", []),
    ])
    func `what else is said of weeks`(language: String, text: String, days: [String]) {
        #expect(Self.days(language, text) == days, "\(language): \(text)")
    }

    @Test func `where only past days are taken, it is the last such day`() {
        let past = CalendarDate.first...Self.today
        #expect(Self.days("en", "Monday", in: past) == ["2026-03-02"])
    }

    @Test(arguments: [
        ("en", "Thursday", ["2026-03-12"]), ("en", "on thursday", ["2026-03-12"]), ("en", "the 12th", ["2026-03-12"]),
        ("en", "12", ["2026-03-12"]), ("en", "12 March", ["2026-03-12"]), ("en", "next Thursday", ["2026-03-12"]),
        ("de", "Donnerstag", ["2026-03-12"]), ("de", "am 12.", ["2026-03-12"]), ("de", "am Donnerstag", ["2026-03-12"]),
        ("fr", "le 12", ["2026-03-12"]), ("es", "el jueves", ["2026-03-12"]), ("ja", "12日", ["2026-03-12"]),
        ("en", "this Thursday", []), ("en", "the 20th", []), ("en", "tomorrow", []), ("en", "hello", []),
        ("en", "12 or 13", []), ("en", "32", []),
    ])
    func `a day is found among those that were offered`(language: String, text: String, days: [String]) {
        let offered = (9...15).compactMap { CalendarDate(year: 2026, month: 3, day: $0) }
        #expect(TypedWords(language: language).days(text, among: offered, today: Self.today).map(\.iso) == days)
    }

    @Test func `a day that was offered twice is not clear`() {
        let offered = [4, 11].compactMap { CalendarDate(year: 2026, month: 3, day: $0) }
        #expect(TypedWords(language: "en").days("Wednesday", among: offered, today: Self.today) == offered)
    }
}
