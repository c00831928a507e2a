extension TypedWords {
    /// The date in a typed text, in any usual form of the language: `1 December 2026`, `1.12.2026`, `12/1/2026`,
    /// `2026-12-01`, `today`. Without a year, it is the next such date in the range, otherwise the last one.
    ///
    /// - Parameters:
    ///   - today: the day on which the text was typed.
    ///   - range: the accepted dates, which determine a missing or two-digit year.
    /// - Returns: `nil` when the text is not a date, and when it is ambiguous.
    public func date(
        _ text: String, today: CalendarDate, in range: ClosedRange<CalendarDate>? = nil
    ) -> CalendarDate? {
        let dates = dates(text, today: today, in: range)
        return dates.count == 1 ? dates[0] : nil
    }

    /// All dates that the text can mean: two where the order of day and month is open.
    public func dates(
        _ text: String, today: CalendarDate, in range: ClosedRange<CalendarDate>? = nil
    ) -> [CalendarDate] {
        let days = days(text, today: today, in: range)
        guard days.isEmpty, readsMoreDays else { return days }
        let parts = Self.alternatives(in: normal(text), language)
        let ofParts = parts.map { self.days($0, today: today, in: range) }
        return parts.count > 1 && ofParts.allSatisfy { !$0.isEmpty } ? Set(ofParts.joined()).sorted() : []
    }

    /// The days that a text without alternatives can mean.
    private func days(
        _ text: String, today: CalendarDate, in range: ClosedRange<CalendarDate>?
    ) -> [CalendarDate] {
        let typed = normal(text)
        if let days = DateWords.of(language).days[typed.trimmingSpaces(andFinal: ".")] { return [today + days] }
        if let date = CalendarDate(iso: typed) { return [date] }
        let words = DateWords.of(language)
        if let meaning = WeekWords.of(language).meaning(of: typed.trimmingSpaces(andFinal: "."), words) {
            let days = meaning.days(from: today)
            // People who name a weekday mean a day to come, unless only one that has passed is accepted.
            if days.count == 1, let range, !range.contains(days[0]), range.contains(days[0] + -7) {
                return [days[0] + -7]
            }
            return days
        }
        if readsMoreDays {
            let ahead = daysAhead(typed, today: today)
            if !ahead.isEmpty { return ahead }
            if let day = namedDay(typed, today: today, in: range) { return [day] }
        }
        let orders = order.monthComesFirst(in: typed)
        let dates = orders.compactMap { monthFirst in
            TypedDate(
                typed, DateWords.of(language), monthFirst: monthFirst, language == "en" || orders.count > 1)?
                .date(today: today, in: range)
        }
        return dates.count == 2 && dates[0] == dates[1] ? [dates[0]] : dates
    }
}

/// Whether a numeric date begins with the day or the month.
enum DateOrder: Sendable {
    case dayFirst
    case monthFirst
    /// Either order is possible.
    case open
    /// With dots as separators the day comes first; otherwise either order is possible.
    case openWithoutPoint

    /// The region decides about English; speakers of other languages may have adopted the order of their region.
    init(_ language: String, in region: RegionCode) {
        self =
            switch language {
            case "ja", "zh", "ko", "hu": .monthFirst
            case "en" where region.hasNoOrder: .open
            case "en": region.putsMonthFirst ? .monthFirst : .dayFirst
            default: region.putsMonthFirst ? .openWithoutPoint : .dayFirst
            }
    }

    /// For events without a recorded region.
    init(_ language: String, _ region: String?) {
        let isMonthFirst =
            language == "en"
            ? RegionCode.monthFirst.contains(region ?? "") : ["ja", "zh", "ko", "hu"].contains(language)
        self = isMonthFirst ? .monthFirst : .dayFirst
    }

    fileprivate func monthComesFirst(in typed: String) -> [Bool] {
        switch self {
        case .dayFirst: [false]
        case .monthFirst: [true]
        case .open: [false, true]
        case .openWithoutPoint: typed.contains(".") ? [false] : [false, true]
        }
    }
}

/// The parts of a typed date.
private struct TypedDate {
    private var day: Int
    private var month: Int
    /// `nil` when the text has no year.
    private var year: Int?
    private var hasShortYear = false

    private struct Part {
        var text: Substring
        /// The character after digits that says what they count, such as the month in `12月1日`.
        var sign: Character?
        var number: Int? { text.first?.isDigit == true ? Int(text) : nil }
    }

    /// - Parameter readsBothWays: whether day and month are swapped when there is no such month.
    init?(_ text: String, _ words: DateWords, monthFirst: Bool, _ readsBothWays: Bool) {
        guard text.allSatisfy({ $0.isDigit || $0.isLetter || " .,/-'’،()（）".contains($0) }) else { return nil }
        var parts = Self.parts(of: text).filter { !words.isFiller($0.text) }
        let weekday = parts.firstIndex { words.weekdays.contains(String($0.text)) }
        // A short name can be both a weekday and a month: alone it is a month.
        if let weekday, parts.filter({ $0.number == nil }).count > 1 || words.month(String(parts[weekday].text)) == nil
        {
            parts.remove(at: weekday)
        }
        let names = parts.indices.filter { parts[$0].number == nil }
        guard names.count <= 1 else { return nil }
        if let name = names.first {
            guard let named = words.month(String(parts[name].text)) else { return nil }
            parts.remove(at: name)
            self.init(parts, month: named)
        } else if parts.contains(where: { $0.sign == "月" }) {
            self.init(signed: parts)
        } else {
            self.init(digits: parts, monthFirst: monthFirst, readsBothWays)
        }
    }

    /// A day and optionally a year next to the name of a month.
    private init?(_ parts: [Part], month: Int) {
        guard (1...2).contains(parts.count) else { return nil }
        let isYearFirst = parts[0].text.count == 4
        let ordered = isYearFirst ? parts.reversed() : parts
        guard let day = Self.small(ordered[0]) else { return nil }
        self.init(day: day, month: month, year: ordered.dropFirst().first)
    }

    /// Digits with characters that say which of them is the month, regardless of the order of the region.
    private init?(signed parts: [Part]) {
        guard let month = parts.first(where: { $0.sign == "月" }).flatMap(Self.small) else { return nil }
        let others = parts.filter { $0.sign != "月" }
        guard parts.count == others.count + 1, (1...2).contains(others.count) else { return nil }
        let years = others.filter { $0.sign == "年" || $0.text.count == 4 }
        let days = others.filter { $0.sign != "年" && $0.text.count <= 2 }
        guard days.count == 1, days.count + years.count == others.count, years.allSatisfy({ $0.text.count == 4 }),
            let day = Self.small(days[0])
        else { return nil }
        self.init(day: day, month: month, year: years.first)
    }

    /// Nothing but digits.
    private init?(digits parts: [Part], monthFirst: Bool, _ readsBothWays: Bool) {
        guard (2...3).contains(parts.count) else { return nil }
        let isYearFirst = parts.count == 3 && parts[0].text.count == 4
        let ordered = isYearFirst ? [parts[1], parts[2], parts[0]] : parts
        guard let first = Self.small(ordered[0]), let second = Self.small(ordered[1]) else { return nil }
        var (month, day) = monthFirst || isYearFirst ? (first, second) : (second, first)
        if readsBothWays, !isYearFirst, month > 12 { (month, day) = (day, month) }
        self.init(day: day, month: month, year: ordered.dropFirst(2).first)
    }

    private init?(day: Int, month: Int, year: Part?) {
        if let year {
            guard [2, 4].contains(year.text.count), let number = year.number else { return nil }
            self.year = number
            hasShortYear = year.text.count == 2
        }
        self.day = day
        self.month = month
    }

    private static func small(_ part: Part) -> Int? { part.text.count <= 2 ? part.number : nil }

    /// Runs of digits and runs of letters. Characters for year, month and day after digits separate them.
    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let first = rest.first {
            let run = rest.prefix { first.isDigit ? $0.isDigit : first.isLetter && $0.isLetter }
            if run.isEmpty {
                rest.removeFirst()
                continue
            }
            parts.append(Part(text: run))
            rest = rest[run.endIndex...]
            if first.isDigit, let sign = rest.first, "年月日".contains(sign) {
                parts[parts.count - 1].sign = sign
                rest.removeFirst()
            }
        }
        return parts
    }

    // The year.

    func date(today: CalendarDate, in range: ClosedRange<CalendarDate>?) -> CalendarDate? {
        if let year, !hasShortYear { return CalendarDate(year: year, month: month, day: day) }
        let dates = years(today).compactMap { CalendarDate(year: $0, month: month, day: day) }
        let upcoming = dates.filter { $0 >= today }.min()
        let nearest = hasShortYear ? dates.filter { $0.year <= today.year + 20 }.max() : upcoming
        guard let range, nearest.map({ !range.contains($0) }) ?? true else { return nearest }
        let fitting = dates.filter(range.contains)
        return fitting.filter { $0 >= today }.min() ?? fitting.max() ?? nearest
    }

    /// The possible years; the next 29 February can be eight years away.
    private func years(_ today: CalendarDate) -> [Int] {
        guard let year else { return Array(today.year - 8...today.year + 8) }
        return [-100, 0, 100].map { today.year / 100 * 100 + $0 + year }
    }
}
