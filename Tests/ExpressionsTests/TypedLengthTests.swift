import Expressions
import Testing

/// Days that people count, days of the month, and several days between which there is a choice. Today is Wednesday, 4 March
/// 2026.
@Suite struct TypedLengthTests {
    private static let today = CalendarDate(iso: "2026-03-04") ?? .first

    private static func days(_ language: String, _ text: String, in range: ClosedRange<CalendarDate>? = nil) -> [String]
    {
        TypedWords(language: language).dates(text, today: today, in: range).map(\.iso)
    }

    @Test(arguments: [
        ("en", "in two weeks", "2026-03-18"), ("en", "In 10 days!", "2026-03-14"), ("en", "in a week", "2026-03-11"),
        ("en", "10 days from now", "2026-03-14"), ("en", "in a week's time", "2026-03-11"),
        ("en", "in a month", "2026-04-04"), ("en", "Monday in a week", "2026-03-16"),
        ("en", "a week on Monday", "2026-03-16"), ("en", "in twenty-one days", "2026-03-25"),
        ("de", "in zwei Wochen", "2026-03-18"), ("de", "in 10 Tagen", "2026-03-14"),
        ("de", "in einer Woche", "2026-03-11"), ("de", "Montag in einer Woche", "2026-03-16"),
        ("de", "am Montag in zwei Wochen", "2026-03-23"), ("de", "heute in einer Woche", "2026-03-11"),
        ("de", "in drei Monaten", "2026-06-04"), ("fr", "dans deux semaines", "2026-03-18"),
        ("fr", "dans 10 jours", "2026-03-14"), ("fr", "lundi dans une semaine", "2026-03-16"),
        ("es", "en dos semanas", "2026-03-18"), ("es", "dentro de 10 días", "2026-03-14"),
        ("it", "tra due settimane", "2026-03-18"), ("it", "fra 10 giorni", "2026-03-14"),
        ("pt", "em duas semanas", "2026-03-18"), ("pt", "daqui a 10 dias", "2026-03-14"),
        ("nl", "over twee weken", "2026-03-18"), ("nl", "over 10 dagen", "2026-03-14"), ("ja", "2週間後", "2026-03-18"),
        ("ja", "二週間後に", "2026-03-18"), ("ja", "10日後", "2026-03-14"), ("ar", "بعد أسبوعين", "2026-03-18"),
        ("ar", "بعد 10 أيام", "2026-03-14"), ("ar", "بعد أسبوع", "2026-03-11"),
    ])
    func `a length of time is counted from today, or from a day of the week`(
        language: String, text: String, day: String
    ) {
        #expect(Self.days(language, text) == [day], "\(language): \(text)")
    }

    @Test(arguments: [
        ("de", "in acht Tagen", ["2026-03-11", "2026-03-12"]),
        ("fr", "dans quinze jours", ["2026-03-18", "2026-03-19"]),
        ("en", "in 2 weeks on Monday", ["2026-03-16", "2026-03-23"]),
        ("en", "in 2 weeks on Wednesday", ["2026-03-18"]), ("fr", "d'ici deux semaines", []),
    ])
    func `a number of days that may mean weeks is both, and nothing is guessed`(
        language: String, text: String, days: [String]
    ) {
        #expect(Self.days(language, text) == days)
    }

    @Test(arguments: [
        ("en", "the 5th", "2026-03-05"), ("en", "on the 2nd", "2026-04-02"), ("en", "31st", "2026-03-31"),
        ("de", "am 5.", "2026-03-05"), ("de", "5.", "2026-03-05"), ("de", "am 2.", "2026-04-02"),
        ("fr", "le 5", "2026-03-05"), ("fr", "le 1er", "2026-04-01"), ("es", "el día 5", "2026-03-05"),
        ("it", "il 5", "2026-03-05"), ("pt", "dia 5", "2026-03-05"), ("nl", "de 5e", "2026-03-05"),
        ("ja", "5日", "2026-03-05"), ("en", "the 30th", "2026-03-30"),
    ])
    func `a day of the month is the next such day`(language: String, text: String, day: String) {
        #expect(Self.days(language, text) == [day], "\(language): \(text)")
    }

    @Test func `where only past days are taken, it is the last such day`() {
        let past = CalendarDate.first...Self.today
        #expect(Self.days("en", "the 5th", in: past) == ["2026-02-05"])
        #expect(Self.days("en", "the 31st", in: past) == ["2026-01-31"])
    }

    @Test(arguments: [
        ("en", "Thursday or Friday", ["2026-03-05", "2026-03-06"]),
        ("de", "Donnerstag oder Freitag", ["2026-03-05", "2026-03-06"]),
        ("fr", "jeudi ou vendredi", ["2026-03-05", "2026-03-06"]),
        ("es", "jueves o viernes", ["2026-03-05", "2026-03-06"]),
        ("en", "5 March, 6 March or 7 March", ["2026-03-05", "2026-03-06", "2026-03-07"]),
    ])
    func `a choice of days is all of them`(language: String, text: String, days: [String]) {
        #expect(Self.days(language, text) == days, "\(language): \(text)")
    }

    @Test(arguments: [
        ("en", "two weeks"), ("en", "in some weeks"), ("en", "in two weeks or so"), ("en", "5"), ("en", "the 32nd"),
        ("en", "Thursday or whenever"), ("de", "eine Woche"), ("de", "in der Woche"), ("de", "um 5"),
        ("en", "in weeks"),
    ])
    func `what says no day is none`(language: String, text: String) {
        #expect(Self.days(language, text) == [], "\(language): \(text)")
    }

    @Test func `earlier editions know none of them`() {
        var words = TypedWords(language: "en")
        words.readsMoreDays = false
        for text in ["in two weeks", "the 5th", "Thursday or Friday"] {
            #expect(words.dates(text, today: Self.today) == [])
        }
    }

    // Times.

    private static let slots = [
        "2026-03-04 16:00", "2026-03-05 09:00", "2026-03-05 15:00", "2026-03-06 09:00", "2026-03-16 09:00",
        "2026-03-18 09:00", "2026-03-19 15:00",
    ]

    @Test(arguments: [
        ("Thursday or Friday", "en", [1, 2, 3, 6]), ("tomorrow morning or Friday", "en", [1, 3]),
        ("Donnerstag oder Freitag", "de", [1, 2, 3, 6]), ("木曜か金曜", "ja", [1, 2, 3, 6]),
        ("in two weeks", "en", [4, 5, 6]), ("in two weeks in the afternoon", "en", [6]), ("in 14 days", "en", [5]),
        ("the 5th in the morning", "en", [1]), ("am 5. um 15 Uhr", "de", [2]), ("am 18.", "de", [5]),
        ("any time in the afternoon", "en", [0, 2, 6]), ("irgendwann am Nachmittag", "de", [0, 2, 6]),
        ("not Thursday or Friday", "en", []), ("Thursday or my brother", "en", []),
    ])
    func `a typed time fits some of the slots`(text: String, language: String, places: [Int]) throws {
        let readings = TypedWords(language: language, region: .unknown).timeAlternatives(text, today: Self.today)
        let fitting = try Self.slots.indices.filter { index in
            let parts = Self.slots[index].split(separator: " ")
            let digits = parts[1].split(separator: ":").compactMap { Int($0) }
            let date = try #require(CalendarDate(iso: String(parts[0])))
            let time = try #require(TimeOfDay(hour: digits[0], minute: digits[1]))
            return readings.joined().contains { $0.fits(date, time) }
        }
        #expect(fitting == places, "\(language): \(text)")
    }

    @Test(arguments: [
        ("the first one", "en", 0), ("the earliest, please", "en", 0), ("as soon as possible", "en", 0),
        ("asap", "en", 0),
        ("the next appointment", "en", 0), ("the second one", "en", 1), ("the last one", "en", 6), ("next", "en", nil),
        ("der erste", "de", 0), ("so bald wie möglich", "de", 0), ("der früheste Termin", "de", 0),
        ("der nächste freie Termin", "de", 0), ("der letzte", "de", 6), ("le premier", "fr", 0),
        ("le plus tôt possible", "fr", 0), ("plus tôt", "fr", nil), ("lo antes posible", "es", 0),
        ("el último", "es", 6),
        ("il prima possibile", "it", 0), ("quanto antes", "pt", 0), ("zo snel mogelijk", "nl", 0), ("一番早い時間", "ja", 0),
        ("最後", "ja", 6), ("الاول", "ar", 0), ("the ninth", "en", nil), ("first of all", "en", nil), ("free", "en", nil),
    ])
    func `a place among the times`(text: String, language: String, place: Int?) {
        #expect(TypedWords(language: language).place(text, of: 7) == place, "\(language): \(text)")
    }
}
