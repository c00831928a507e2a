/// A language's words for times.
struct TimeWords: Sendable {
    enum Meaning: Sendable, Hashable {
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
}

extension TimeWords.Meaning {
    fileprivate var isNumber: Bool {
        if case .number = self { true } else { false }
    }
}
