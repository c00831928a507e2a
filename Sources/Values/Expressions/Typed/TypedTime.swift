/// What a typed text says of a time: a day, a time of day, or a part of the day.
public struct TypedTime: Sendable, Hashable {
    /// The days that are possible; `nil` for any.
    var days: [ClosedRange<CalendarDate>]?
    var weekday: Weekday?
    /// The possible times of day, in minutes since midnight; `nil` for any.
    var times: Set<Int>?
    var relation = Relation.at
    /// Parts of the day, in minutes since midnight; a time lies in all of them.
    var parts: [ClosedRange<Int>] = []

    enum Relation: Sendable { case at, from, before }

    /// Whether it names a day of the week, and leaves the week open.
    public var namesAnyWeekday: Bool { weekday != nil && days == nil }

    var saysNothing: Bool { days == nil && weekday == nil && times == nil && parts.isEmpty }

    /// Whether a local time is among those that were meant.
    public func fits(_ date: CalendarDate, _ time: TimeOfDay) -> Bool {
        if let days, !days.contains(where: { $0.contains(date) }) { return false }
        if let weekday, date.weekday != weekday { return false }
        guard parts.allSatisfy({ $0.contains(time.minutes) }) else { return false }
        guard let times else { return true }
        var possible = parts.isEmpty ? times : times.filter { time in parts.allSatisfy { $0.contains(time) } }
        // `After three` means the afternoon.
        if relation != .at, possible.count > 1 { possible = possible.filter { (7 * 60..<19 * 60).contains($0) } }
        switch relation {
        case .at: return possible.contains(time.minutes)
        case .from: return possible.contains { $0 <= time.minutes }
        case .before: return possible.contains { $0 > time.minutes }
        }
    }
}

extension TypedWords {
    /// The readings of a typed time, such as `Monday at 10:30`, `tomorrow morning` or `the day after tomorrow after
    /// three`: several where a text can be read in more than one way. A text with words that say nothing of a time has
    /// none.
    public func times(_ text: String, today: CalendarDate) -> [TypedTime] {
        // A time takes fewer words, and every part of a text may be a date.
        if readsMoreDays, text.utf8.count > Self.longestTime { return [] }
        let typed = TextWords.normal(normal(text), language)
        let words = TimeWords.of(language, isNewest: readsMoreDays)
        if readsMoreDays, let day = namedDay(typed, today: today, in: nil) { return [TypedTime(days: [day...day])] }
        var readings = dateWindows(in: typed).flatMap { window -> [TypedTime] in
            guard let days = days(ofPart: window.date, today: today) else { return [] }
            var rest = TypedTime(days: days)
            if window.rest.allSatisfy({ $0 == " " }) { return [rest] }
            return words.read(window.rest, into: &rest, today: today) ? [rest] : []
        }
        var whole = TypedTime()
        if words.read(typed, into: &whole, today: today), !whole.saysNothing { readings.append(whole) }
        return readings
    }

    private static var longestTime: Int { 300 }

    /// The days that a part of a text names; of a number of weeks or months, all days of the week in which they end.
    private func days(ofPart text: String, today: CalendarDate) -> [ClosedRange<CalendarDate>]? {
        if readsMoreDays {
            if let day = namedDay(text, today: today, in: nil, isPart: true) { return [day...day] }
            // A point alone does not make a day of a number here.
            if namedDay(text, today: today, in: nil) != nil { return nil }
            if let length = LengthWords.of(language)?.length(in: text, language, today: today), !length.namesStart,
                length.unit != .day
            {
                return length.days.map { day in
                    let monday = day + -day.weekday.rawValue
                    return monday...monday + 6
                }
            }
        }
        let dates = dates(text, today: today)
        return dates.isEmpty ? nil : dates.map { $0...$0 }
    }

    /// The readings of each part of a text between which there is a choice: `Thursday or Friday afternoon`. None when a
    /// part has none.
    public func timeAlternatives(_ text: String, today: CalendarDate) -> [[TypedTime]] {
        let whole = times(text, today: today)
        if !whole.isEmpty || !readsMoreDays { return whole.isEmpty ? [] : [whole] }
        let parts = Self.alternatives(in: normal(text), language).map { times($0, today: today) }
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty } ? parts : []
    }

    /// The parts of a text that may be dates in digits or with the name of a month, longest first, each with what is
    /// left of the text.
    private func dateWindows(in text: String) -> [(date: String, rest: String)] {
        if let month = text.firstIndex(of: "月"), let day = text[month...].firstIndex(of: "日") {
            let start = text[..<month].lastIndex { !$0.isDigit && $0 != "年" }.map(text.index(after:)) ?? text.startIndex
            return [(String(text[start...day]), "\(text[..<start]) \(text[text.index(after: day)...])")]
        }
        let words = text.split(separator: " ").map(String.init)
        let lengths = readsMoreDays ? LengthWords.of(language) : nil
        var windows: [(date: String, rest: String)] = []
        for length in stride(from: min(words.count, 5), through: 1, by: -1) {
            for start in 0...words.count - length {
                let window = words[start..<start + length]
                guard window.contains(where: { $0.contains(where: \.isDigit) || lengths?.isUnit($0) == true }) else {
                    continue
                }
                let rest = words[..<start] + words[(start + length)...]
                windows.append((window.joined(separator: " "), rest.joined(separator: " ")))
            }
            if windows.count > 12 { break }
        }
        return windows
    }
}

/// A language's words for times.
struct TimeWords: Sendable {
    fileprivate enum Meaning: Sendable, Hashable {
        case filler
        case day(Int)
        /// The next day, or the morning of another day: `morgen`, `mañana`.
        case dayOrMorning
        case weekday(Weekday)
        case week(Int)
        case part(ClosedRange<Int>)
        case noon
        case number(Int)
        /// Between hours and minutes, or after the hours.
        case colon, hours, minutes
        /// Minutes after the hour before it: `et demie`, `半`.
        case plus(Int)
        /// Minutes that count from the hour after it: `half past`, `halb`.
        case offset(Int)
        case from, before
    }

    private let isUnspaced: Bool
    /// By the first atom, the longest phrases first.
    private let phrases: [String: [(atoms: [String], meaning: Meaning)]]

    /// - Parameter isNewest: whether the words count that were added with the fourth edition of the rules.
    static func of(_ language: String, isNewest: Bool) -> TimeWords {
        (isNewest ? known : earlier)[language] ?? TimeWords(language, isNewest: isNewest)
    }

    private static let known = tables(isNewest: true)
    private static let earlier = tables(isNewest: false)

    private static func tables(isNewest: Bool) -> [String: TimeWords] {
        Dictionary(
            uniqueKeysWithValues: ["en", "de", "fr", "es", "ja", "ar", "it", "pt", "nl"].map {
                ($0, TimeWords($0, isNewest: isNewest))
            })
    }

    // Reading.

    /// Reads a text into `time`. Returns whether all of its words were understood.
    func read(_ text: String, into time: inout TypedTime, today: CalendarDate) -> Bool {
        guard let meanings = meanings(of: text) else { return false }
        var reader = Reader(meanings: meanings.filter { $0 != .filler }, hasPreposition: meanings.contains(.filler))
        return reader.read(into: &time, today: today)
    }

    private func meanings(of text: String) -> [Meaning]? {
        let atoms = Self.atoms(of: text, isUnspaced: isUnspaced)
        var meanings: [Meaning] = []
        var place = 0
        while place < atoms.count {
            let atom = atoms[place]
            if let phrase = phrases[atom]?.first(where: { atoms[place...].starts(with: $0.atoms) }) {
                meanings.append(phrase.meaning)
                place += phrase.atoms.count
            } else if atom.first?.isDigit == true {
                guard atom.count <= 2, let number = Int(atom) else { return nil }
                meanings.append(.number(number))
                place += 1
            } else if atom == ":" || atom == "." {
                // A point may also end an abbreviation or the sentence.
                let isBetween =
                    meanings.last?.isNumber ?? false && atoms.indices.contains(place + 1)
                    && atoms[place + 1].first?.isDigit == true
                if isBetween { meanings.append(.colon) } else if atom == ":" { return nil }
                place += 1
            } else {
                return nil
            }
        }
        return meanings
    }

    /// Runs of digits and runs of letters, colons and points; letters one by one where no spaces are written.
    private static func atoms(of text: String, isUnspaced: Bool) -> [String] {
        var atoms: [String] = []
        var last: Character?
        for character in text {
            defer { last = character }
            let joins = last.map { last in
                last.isDigit ? character.isDigit : last.isLetter && character.isLetter && !isUnspaced
            }
            if character.isDigit || character.isLetter {
                if joins ?? false, !atoms.isEmpty {
                    atoms[atoms.count - 1].append(character)
                } else {
                    atoms.append(String(character))
                }
            } else if character == ":" || character == "." || character == "：" {
                atoms.append(character == "." ? "." : ":")
            }
        }
        return atoms
    }

    /// Puts meanings together.
    private struct Reader {
        let meanings: [Meaning]
        let hasPreposition: Bool
        private var place = 0
        private var hasDay = false

        init(meanings: [Meaning], hasPreposition: Bool) {
            self.meanings = meanings
            self.hasPreposition = hasPreposition
        }

        mutating func read(into time: inout TypedTime, today: CalendarDate) -> Bool {
            hasDay = time.days != nil
            while place < meanings.count {
                let meaning = meanings[place]
                place += 1
                switch meaning {
                case .filler: break
                case .dayOrMorning:
                    // Before another day it is the morning as well: `mañana lunes` is not understood.
                    if hasDay {
                        time.parts.append(Self.morning)
                    } else if !setDays(today + 1...today + 1, &time) {
                        return false
                    }
                case .day(let days): if !setDays(today + days...today + days, &time) { return false }
                case .week(let weeks):
                    let monday = today + (7 * weeks - today.weekday.rawValue)
                    if time.days != nil { return false }
                    time.days = [monday...monday + 6]
                case .weekday(let weekday):
                    // A weekday beside a date only repeats it.
                    if time.weekday != nil { return false }
                    time.weekday = weekday
                    hasDay = true
                case .part(let part): time.parts.append(part)
                case .noon: if !setTime(12 * 60, isExact: true, &time) { return false }
                case .from: time.relation = .from
                case .before: time.relation = .before
                case .offset(let minutes):
                    guard place < meanings.count, case .number(let hour) = meanings[place], (1...24).contains(hour)
                    else { return false }
                    place += 1
                    if !setTime(hour * 60 + minutes, isExact: false, &time) { return false }
                case .number(let hour): if !readTime(hour, &time) { return false }
                case .colon, .hours, .minutes, .plus: return false
                }
            }
            return time.relation == .at || time.times != nil
        }

        private static let morning = 5 * 60...12 * 60 - 1

        private mutating func setDays(_ days: ClosedRange<CalendarDate>, _ time: inout TypedTime) -> Bool {
            guard time.days == nil else { return false }
            time.days = [days]
            hasDay = true
            return true
        }

        /// Hours, and what follows them.
        private mutating func readTime(_ hour: Int, _ time: inout TypedTime) -> Bool {
            guard (0...24).contains(hour) else { return false }
            var minutes = hour * 60
            var isSure = false
            if next(.colon) || next(.hours) {
                isSure = true
                if case .number(let more)? = peek, (0...59).contains(more) {
                    place += 1
                    minutes += more
                    _ = next(.minutes)
                }
            } else if case .number(let more)? = peek, (10...59).contains(more) {
                place += 1
                minutes += more
                isSure = true
            }
            if case .plus(let more)? = peek {
                place += 1
                minutes += more
                isSure = true
            }
            _ = next(.hours)
            // A number alone may be many things.
            let isAlone = meanings.count == 1 && !hasPreposition && !hasDay
            guard isSure || !isAlone else { return false }
            return setTime(minutes, isExact: hour > 12 || hour == 0, &time)
        }

        /// - Parameter isExact: whether the time is written with 24 hours.
        private func setTime(_ minutes: Int, isExact: Bool, _ time: inout TypedTime) -> Bool {
            guard time.times == nil, (0...24 * 60).contains(minutes) else { return false }
            let half = 12 * 60
            time.times =
                isExact ? [minutes] : minutes < half ? [minutes, minutes + half] : [minutes, minutes % half]
            return true
        }

        private var peek: Meaning? { place < meanings.count ? meanings[place] : nil }

        private mutating func next(_ meaning: Meaning) -> Bool {
            guard peek == meaning else { return false }
            place += 1
            return true
        }
    }

    // The words.

    private init(_ language: String, isNewest: Bool) {
        isUnspaced = language == "ja"
        var all: [(String, Meaning)] = []
        let dates = DateWords.of(language)
        for (word, days) in dates.days { all.append((word, .day(days))) }
        for (name, weekday) in DateWords.namesOfWeekdays(language) { all.append((name, .weekday(weekday))) }
        if isNewest { for (name, weekday) in dates.weekdayNames { all.append((name, .weekday(weekday))) } }
        // Where words are the same, the meaning of the later ones counts.
        for word in CommonWords.of(language).fillers { all.append((word, .filler)) }
        for (word, number) in NumberWords.spelled(upTo: 59, in: language) { all.append((word, .number(number))) }
        for (words, meaning) in (Self.written[language] ?? []) + (isNewest ? Self.added[language] ?? [] : []) {
            for word in words.split(separator: "|") { all.append((String(word), meaning)) }
        }
        var byAtoms: [[String]: Meaning] = [:]
        for (word, meaning) in all {
            let atoms = Self.atoms(of: TextWords.normal(word, language), isUnspaced: isUnspaced)
            if !atoms.isEmpty { byAtoms[atoms] = meaning }
        }
        phrases = Dictionary(grouping: byAtoms.map { (atoms: $0.key, meaning: $0.value) }) { $0.atoms[0] }
            .mapValues { $0.sorted { $0.atoms.count > $1.atoms.count } }
    }

    private static func hours(_ from: Int, _ to: Int) -> Meaning { .part(from * 60...to * 60 - 1) }

    /// Those of the fourth edition of the rules. A word that also begins a length of time (`dans 2 heures`) only counts
    /// beside a part of the day.
    private static let added: [String: [(String, Meaning)]] = [
        "en": [("any time|anytime|some time|sometime", .filler)],
        "de": [("irgendwann|irgendwann am", .filler)],
        "fr": [
            ("n'importe quand", .filler), ("dans la matinée", hours(5, 12)), ("dans l'après-midi", hours(12, 18)),
            ("dans la soirée", hours(17, 24)),
        ],
        "es": [("a cualquier hora|cualquier hora", .filler)],
        "it": [("a qualsiasi ora|qualsiasi ora", .filler), ("nel pomeriggio", hours(12, 19))],
        "pt": [("a qualquer hora|qualquer hora", .filler)],
        "nl": [("ergens|ergens in", .filler)],
    ]

    /// Words, separated with bars, and their meaning.
    private static let written: [String: [(String, Meaning)]] = [
        "en": [
            ("am|a.m.", hours(0, 12)), ("pm|p.m.", hours(12, 24)), ("morning|in the morning", hours(5, 12)),
            ("afternoon|in the afternoon", hours(12, 18)), ("evening|in the evening", hours(17, 24)),
            ("night|at night", hours(19, 24)), ("noon|midday", .noon), ("o'clock|oclock|o clock|h|hours", .hours),
            ("half past", .offset(30)), ("half", .offset(30)), ("quarter past|a quarter past", .offset(15)),
            ("quarter to|a quarter to", .offset(-15)), ("after|from|not before", .from), ("before|until", .before),
            ("next week", .week(1)), ("this week", .week(0)),
            ("next|coming|on|at|around|about", .filler),
        ],
        "de": [
            ("früh|morgens|vormittag|vormittags|am vormittag|am morgen", hours(5, 12)), ("morgen", .dayOrMorning),
            ("mittag|mittags", hours(11, 14)), ("nachmittag|nachmittags|am nachmittag", hours(12, 18)),
            ("abend|abends|am abend", hours(17, 24)), ("uhr|h", .hours), ("halb", .offset(-30)),
            ("viertel nach", .offset(15)), ("viertel vor", .offset(-15)), ("dreiviertel", .offset(-15)),
            ("nach|ab|nicht vor", .from), ("vor|bis", .before), ("nächste woche|kommende woche", .week(1)),
            ("diese woche", .week(0)),
            ("um|gegen|nächsten|nächster|kommenden|diesen|am|der|den", .filler),
        ],
        "fr": [
            ("matin|du matin|le matin", hours(5, 12)), ("après-midi|de l'après-midi|apres midi", hours(12, 18)),
            ("soir|du soir|le soir", hours(17, 24)), ("midi", .noon), ("h|heure|heures", .hours),
            ("et demie", .plus(30)),
            ("et demi", .plus(30)), ("et quart", .plus(15)), ("moins le quart", .plus(-15)),
            ("après|à partir de|dès", .from), ("avant", .before),
            ("la semaine prochaine|semaine prochaine", .week(1)), ("cette semaine", .week(0)),
            ("vers|prochain|à|ce|cet", .filler),
        ],
        "es": [
            ("por la mañana|de la mañana|en la mañana", hours(5, 13)), ("mañana", .dayOrMorning),
            ("tarde|por la tarde|de la tarde", hours(12, 21)), ("noche|por la noche|de la noche", hours(19, 24)),
            ("mediodía|al mediodía", .noon), ("h|horas", .hours), ("y media", .plus(30)), ("y cuarto", .plus(15)),
            ("menos cuarto", .plus(-15)), ("después de|después de las|a partir de|a partir de las", .from),
            ("antes de|antes de las", .before),
            ("la próxima semana|la semana que viene|próxima semana", .week(1)), ("esta semana", .week(0)),
            ("a las|a la|sobre|próximo|este|que viene|a", .filler),
        ],
        "ja": [
            ("朝|の朝", hours(5, 11)), ("午前|午前中", hours(0, 12)), ("昼|お昼", hours(11, 14)), ("午後", hours(12, 24)),
            ("夕方", hours(16, 19)), ("夜|晩", hours(18, 24)), ("正午", .noon), ("時", .hours), ("分", .minutes),
            ("時半", .plus(30)), ("以降|から", .from), ("来週", .week(1)), ("今週", .week(0)),
            ("の|に|で|を|は|へ|頃|ごろ|、|次の|お願いします|です|でお願いします", .filler),
        ],
        "ar": [
            ("صباحا|الصباح|صباح|في الصباح", hours(5, 12)), ("ظهرا|الظهر", hours(11, 14)), ("بعد الظهر", hours(12, 18)),
            ("مساء|المساء|في المساء", hours(16, 24)), ("الساعة|ساعة|يوم|القادم|المقبل|على|في", .filler),
            ("والنصف|ونصف", .plus(30)), ("والربع|وربع", .plus(15)), ("إلا ربع|الا ربعا", .plus(-15)), ("بعد", .from),
            ("قبل", .before), ("الأسبوع القادم|الأسبوع المقبل", .week(1)), ("هذا الأسبوع", .week(0)),
            ("الواحدة", .number(1)), ("الثانية", .number(2)), ("الثالثة", .number(3)),
            ("الرابعة", .number(4)), ("الخامسة", .number(5)), ("السادسة", .number(6)),
            ("السابعة", .number(7)), ("الثامنة", .number(8)), ("التاسعة", .number(9)),
            ("العاشرة", .number(10)), ("الحادية عشرة", .number(11)),
            ("الثانية عشرة", .number(12)),
        ],
        "it": [
            ("mattina|di mattina|mattino", hours(5, 13)), ("pomeriggio|di pomeriggio", hours(12, 19)),
            ("sera|di sera", hours(17, 24)), ("mezzogiorno", .noon), ("oggi", .day(0)), ("domani", .day(1)),
            ("dopodomani", .day(2)), ("e mezza|e mezzo", .plus(30)), ("e un quarto", .plus(15)), ("dopo|dalle", .from),
            ("prima delle", .before), ("alle|ore|prossimo", .filler),
        ],
        "pt": [
            ("manhã|de manhã|da manhã", hours(5, 12)), ("tarde|à tarde|da tarde", hours(12, 19)),
            ("noite|à noite|da noite", hours(18, 24)), ("meio-dia", .noon), ("hoje", .day(0)), ("amanhã", .day(1)),
            ("depois de amanhã", .day(2)), ("h|horas", .hours), ("e meia", .plus(30)), ("depois das", .from),
            ("antes das", .before), ("às|as|próxima", .filler),
        ],
        "nl": [
            ("ochtend|'s ochtends|morgenochtend", hours(5, 12)), ("middag|'s middags", hours(12, 18)),
            ("avond|'s avonds", hours(17, 24)), ("vandaag", .day(0)), ("morgen", .day(1)), ("overmorgen", .day(2)),
            ("uur", .hours), ("half", .offset(-30)), ("kwart over", .offset(15)), ("kwart voor", .offset(-15)),
            ("na|vanaf", .from), ("voor", .before), ("volgende week", .week(1)),
            ("om|volgende", .filler),
        ],
    ]
}

extension TimeWords.Meaning {
    fileprivate var isNumber: Bool {
        if case .number = self { true } else { false }
    }
}
