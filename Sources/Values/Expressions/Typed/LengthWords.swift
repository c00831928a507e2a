/// A language's words for days that are counted from today or from a day of the week: `in two weeks`, `Monday in a week`.
struct LengthWords: Sendable {
    /// What is counted.
    enum Unit: Sendable, Hashable { case day, week, month }

    /// The words for units, without accents; those that count by themselves, such as the Arabic dual, with their number.
    private let units: [String: (unit: Unit, count: Int?)]
    /// Words before the number, of which one is needed: `in`.
    private let before: Set<String>
    /// Words behind the unit that stand in place of one before the number: `from now`.
    private let behind: Set<String>
    /// Other words for one.
    private let ones: Set<String>
    /// Words without a meaning of their own.
    private let fillers: Set<String>
    /// Counts of days with which people often mean weeks: eight days are a week in German.
    private let idioms: [Int: Int]
    /// The words for days that are counted from today, and the days of the week.
    private let days: [String: Int]
    private let weekdays: [String: Weekday]

    static func of(_ language: String) -> LengthWords? { known[language] }

    private init(
        _ language: String, day: String, week: String, month: String, before: String, behind: String = "",
        ones: String = "", fillers: String = "", duals: [(String, Unit)] = [], idioms: [Int: Int] = [:]
    ) {
        let words = { (text: String) in TextWords(text, language: language).words }
        var units: [String: (unit: Unit, count: Int?)] = [:]
        for (names, unit) in [(day, Unit.day), (week, .week), (month, .month)] {
            for word in words(names) { units[word] = (unit, nil) }
        }
        for (name, unit) in duals { for word in words(name) { units[word] = (unit, 2) } }
        self.units = units
        self.before = Set(words(before))
        self.behind = Set(words(behind))
        self.ones = Set(words(ones))
        self.fillers = Set(words(fillers))
        self.idioms = idioms
        let dates = DateWords.of(language)
        let key = { (text: String) in words(text).joined(separator: " ") }
        days = Dictionary(dates.days.map { (key($0.key), $0.value) }) { first, _ in first }
        weekdays = Dictionary(dates.weekdayNames.map { (key($0.key), $0.value) }) { first, _ in first }
    }

    /// A length of time from a day.
    struct Length: Sendable {
        /// Two where it may mean whole weeks.
        var counts: [Int]
        var unit: Unit
        var start: CalendarDate
        /// Whether the text also names the day from which it counts.
        var namesStart: Bool

        var days: [CalendarDate] { counts.map { start.adding($0, unit) } }
    }

    /// Whether a word counts something here.
    func isUnit(_ word: String) -> Bool { units[word] != nil }

    /// What a text counts; `nil` when it says anything else.
    func length(in text: String, _ language: String, today: CalendarDate) -> Length? {
        var words = TextWords(text, language: language).words
        guard let place = words.firstIndex(where: isUnit), let unit = units[words[place]]?.unit,
            let (count, start) = count(before: place, in: words, language),
            let used = span(of: start..<place + 1, in: words)
        else { return nil }
        words.removeSubrange(used)
        let counts = unit == .day ? [idioms[count], count].compactMap { $0 } : [count]
        let rest = words.filter { !fillers.contains($0) }.joined(separator: " ")
        if rest.isEmpty { return Length(counts: counts, unit: unit, start: today, namesStart: false) }
        if let days = days[rest] { return Length(counts: counts, unit: unit, start: today + days, namesStart: true) }
        guard unit == .week, let weekday = weekdays[rest] else { return nil }
        let coming = today + (weekday.rawValue - today.weekday.rawValue + 7) % 7
        // `in two weeks on Monday` may be the Monday of that week, or the one after it.
        let isBefore =
            count > 1 && weekday != today.weekday
            && words.firstIndex { weekdays[$0] != nil }.map { $0 >= used.lowerBound } ?? false
        return Length(counts: isBefore ? [count - 1, count] : counts, unit: unit, start: coming, namesStart: true)
    }

    /// The number before a unit, and where it begins: the longest run of words that is one, such as `twenty one`.
    private func count(before place: Int, in words: [String], _ language: String) -> (count: Int, start: Int)? {
        if let count = units[words[place]]?.count { return (count, place) }
        for first in max(0, place - 4)..<place {
            let run = words[first..<place]
            let one = ones.contains(words[first]) ? 1 : Int(words[first])
            let number = run.count == 1 ? one : nil
            guard let count = number ?? NumberWords.of(language)?.number(in: run.joined(separator: " ")) else {
                continue
            }
            return (1...400).contains(count) ? (count, first) : nil
        }
        // In a language with a dual, one is said without a number.
        let hasDual = units.values.contains { $0.count != nil }
        return hasDual && place > 0 && before.contains(words[place - 1]) ? (1, place) : nil
    }

    /// The number and its unit together with the words beside them that make a day of a length; `nil` without such words.
    private func span(of length: Range<Int>, in words: [String]) -> Range<Int>? {
        let start = words[..<length.lowerBound].lastIndex { !before.contains($0) }.map { $0 + 1 } ?? 0
        if start < length.lowerBound { return start..<length.upperBound }
        let end = words[length.upperBound...].firstIndex { !behind.contains($0) } ?? words.endIndex
        return end > length.upperBound ? length.lowerBound..<end : nil
    }

    private static let weeks = [8: 7, 15: 14]

    private static let known: [String: LengthWords] = [
        "en": LengthWords(
            "en", day: "day days", week: "week weeks", month: "month months", before: "in", behind: "from on now today",
            ones: "a an", fillers: "on the s time"),
        "de": LengthWords(
            "de", day: "tag tage tagen", week: "woche wochen", month: "monat monate monaten", before: "in",
            ones: "einem", fillers: "am der den", idioms: [8: 7]),
        "fr": LengthWords(
            "fr", day: "jour jours", week: "semaine semaines", month: "mois", before: "dans",
            fillers: "le", idioms: weeks),
        "es": LengthWords(
            "es", day: "día días", week: "semana semanas", month: "mes meses", before: "en dentro de",
            fillers: "el", idioms: weeks),
        "it": LengthWords(
            "it", day: "giorno giorni", week: "settimana settimane", month: "mese mesi", before: "tra fra",
            fillers: "il", idioms: weeks),
        "pt": LengthWords(
            "pt", day: "dia dias", week: "semana semanas", month: "mês meses", before: "em daqui a dentro de",
            fillers: "na no o", idioms: weeks),
        "nl": LengthWords(
            "nl", day: "dag dagen", week: "week weken", month: "maand maanden", before: "over", fillers: "op de"),
        "ar": LengthWords(
            "ar", day: "يوم أيام", week: "أسبوع أسابيع", month: "شهر أشهر شهور", before: "بعد خلال",
            duals: [("يومين", .day), ("أسبوعين", .week), ("شهرين", .month)]),
    ]
}

extension TypedWords {
    /// The days that a text counts from today, or from the coming day of the week: `in two weeks`, `Monday in a week`.
    /// Two where a number of days may mean whole weeks.
    func daysAhead(_ text: String, today: CalendarDate) -> [CalendarDate] {
        if language == "ja" { return daysBehind(text, today: today) }
        return LengthWords.of(language)?.length(in: text, language, today: today)?.days ?? []
    }

    /// In Japanese, what is counted stands before the word for `after`: `2週間後`, `十日後`.
    private func daysBehind(_ text: String, today: CalendarDate) -> [CalendarDate] {
        var typed = text.filter { $0 != " " && $0 != "。" }
        if let last = typed.last, "にでの".contains(last) { typed.removeLast() }
        let units: [(String, LengthWords.Unit)] = [
            ("週間後", .week), ("か月後", .month), ("ヶ月後", .month), ("ヵ月後", .month), ("ケ月後", .month), ("カ月後", .month),
            ("日後", .day),
        ]
        guard let (word, unit) = units.first(where: { typed.hasSuffix($0.0) }) else { return [] }
        let number = String(typed.dropLast(word.count))
        guard let count = Int(number) ?? NumberWords.of(language)?.number(in: number), (1...400).contains(count) else {
            return []
        }
        return [today.adding(count, unit)]
    }
}

extension CalendarDate {
    /// The day after a length of time; in a month that is too short, its last day.
    fileprivate func adding(_ count: Int, _ unit: LengthWords.Unit) -> CalendarDate {
        switch unit {
        case .day: return self + count
        case .week: return self + 7 * count
        case .month:
            let months = year * 12 + month - 1 + count
            let (year, month) = (months / 12, months % 12 + 1)
            let last = CalendarDate.days(in: month, of: year)
            return CalendarDate(year: year, month: month, day: min(day, last)) ?? self + 30 * count
        }
    }
}
