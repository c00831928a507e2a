/// A language's words for this and the next week, with which people name days: `next Friday`, `nächste Woche`.
struct WeekWords: Sendable {
    /// Whether a text names a week, and which.
    enum Which: Sendable { case this, next }

    /// Words that stand beside the name of a day or the word for a week.
    private let this: Set<String>
    private let next: Set<String>
    /// The word for a week.
    private let week: Set<String>
    /// Words without a meaning of their own.
    private let fillers: Set<String>
    /// Whole words for a week in languages that are written without blanks.
    private let joined: [(String, Which)]

    static func of(_ language: String) -> WeekWords { known[language] ?? WeekWords([], [], [], []) }

    private init(
        _ this: [String], _ next: [String], _ week: [String], _ fillers: [String], joined: [(String, Which)] = []
    ) {
        self.this = Set(this)
        self.next = Set(next)
        self.week = Set(week)
        self.fillers = Set(fillers)
        self.joined = joined
    }

    /// What a text says about days of the week.
    struct Meaning {
        var weekday: Weekday?
        var which: Which?
        var isWeek = false
    }

    /// - Returns: `nil` when a word of the text means nothing here.
    func meaning(of text: String, _ dates: DateWords) -> Meaning? {
        for (word, which) in joined where text.hasPrefix(word) {
            let rest = text.dropFirst(word.count).drop { $0 == "の" || $0 == "的" || $0 == " " }
            if rest.isEmpty { return Meaning(which: which, isWeek: true) }
            return weekday(String(rest), dates).map { Meaning(weekday: $0, which: which, isWeek: true) }
        }
        if let weekday = dates.weekdayNames[text] { return Meaning(weekday: weekday) }
        var meaning = Meaning()
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) where !dates.isFiller(word) {
            let word = String(word)
            if let weekday = dates.weekdayNames[word], meaning.weekday == nil {
                meaning.weekday = weekday
            } else if this.contains(word), meaning.which == nil {
                meaning.which = .this
            } else if next.contains(word), meaning.which == nil {
                meaning.which = .next
            } else if week.contains(word) {
                meaning.isWeek = true
            } else if !fillers.contains(word) {
                return nil
            }
        }
        let isComplete = meaning.weekday != nil || meaning.isWeek && meaning.which != nil
        return isComplete ? meaning : nil
    }

    /// In Chinese, the sign of the day follows the word for the week: 下周五.
    private func weekday(_ rest: String, _ dates: DateWords) -> Weekday? {
        dates.weekdayNames[rest] ?? dates.weekdayNames["周" + rest]
    }

    private static let known: [String: WeekWords] = [
        "en": WeekWords(["this", "coming"], ["next"], ["week"], ["in"]),
        "de": WeekWords(
            ["diese", "dieser", "diesen", "dieses", "kommende", "kommender", "kommenden"],
            ["nächste", "nächster", "nächsten", "nächstes"], ["woche"], ["in"]),
        "fr": WeekWords(["ce", "cette"], ["prochain", "prochaine"], ["semaine"], ["la"]),
        "es": WeekWords(
            ["este", "esta"], ["próximo", "próxima", "proximo", "proxima", "viene"], ["semana"], ["la", "que"]),
        "it": WeekWords(["questo", "questa"], ["prossimo", "prossima"], ["settimana"], ["la"]),
        "pt": WeekWords(
            ["este", "esta", "nesta", "neste"], ["próximo", "próxima", "proximo", "proxima", "vem"], ["semana"],
            ["a", "o", "na", "no", "que"]),
        "nl": WeekWords(["deze", "dit", "komende"], ["volgende"], ["week"], []),
        "pl": WeekWords(
            ["ten", "ta", "tę", "tym"],
            ["następny", "następna", "następną", "następnym", "przyszły", "przyszłą", "przyszłym"],
            ["tydzień", "tygodniu"], []),
        "sv": WeekWords(["denna", "den", "här"], ["nästa"], ["vecka", "veckan"], []),
        "da": WeekWords(["denne"], ["næste"], ["uge"], ["i"]),
        "nb": WeekWords(["denne"], ["neste"], ["uke"], []),
        "fi": WeekWords(["tämä", "tällä", "tänä"], ["ensi"], ["viikko", "viikolla"], []),
        "cs": WeekWords(["tento", "tato", "tuto", "tuhle"], ["příští"], ["týden"], []),
        "hu": WeekWords(["ez", "ezen", "most"], ["jövő", "következő"], ["hét", "héten"], ["a"]),
        "ro": WeekWords(["acest", "această", "aceasta"], ["viitor", "viitoare"], ["săptămâna", "săptămână"], []),
        "el": WeekWords(
            ["αυτή", "αυτήν", "αυτό"], ["επόμενη", "επόμενο", "ερχόμενη"], ["εβδομάδα"], ["την", "το", "η"]),
        "tr": WeekWords(["bu"], ["gelecek", "önümüzdeki", "haftaya"], ["hafta"], ["günü"]),
        "ru": WeekWords(
            ["эта", "этот", "эту", "этой", "это"], ["следующая", "следующий", "следующую", "следующей", "следующее"],
            ["неделя", "неделе", "неделю"], ["на"]),
        "uk": WeekWords(
            ["ця", "цей", "цю", "цього"], ["наступна", "наступний", "наступну", "наступного", "наступне"],
            ["тиждень", "тижня"], ["на"]),
        "ar": WeekWords(["هذا"], ["القادم", "القادمة", "المقبل"], ["الأسبوع", "الاسبوع"], ["يوم"]),
        "he": WeekWords(["הזה"], ["הבא"], ["שבוע", "בשבוע"], ["יום", "ביום"]),
        "ja": WeekWords([], [], [], [], joined: [("来週", .next), ("今週", .this), ("今度の", .this)]),
        "zh": WeekWords(
            [], [], [], [],
            joined: [
                ("下星期", .next), ("下周", .next), ("下礼拜", .next), ("这星期", .this), ("这周", .this), ("本周", .this),
            ]),
        "ko": WeekWords(["이번"], ["다음"], ["주"], [], joined: [("다음주", .next), ("이번주", .this)]),
    ]
}

extension WeekWords.Meaning {
    /// The days that are meant, the earliest first: two where the language leaves it open, and seven for a week.
    func days(from today: CalendarDate) -> [CalendarDate] {
        let monday = today + -today.weekday.rawValue
        guard let weekday else {
            return (0..<7).map { monday + (which == .next ? 7 : 0) + $0 }.filter { $0 >= today }
        }
        let coming = today + (weekday.rawValue - today.weekday.rawValue + 7) % 7
        switch which {
        case nil: return coming == today ? [today, today + 7] : [coming]
        case .this: return [coming]
        case .next where isWeek: return [monday + 7 + weekday.rawValue]
        case .next:
            return coming.dayNumber >= monday.dayNumber + 7 ? [coming] : [coming, coming + 7].filter { $0 > today }
        }
    }
}
