/// A day of the month without its month, as people write it: `the 5th`, `am 5.`, `le 5`.
extension TypedWords {
    /// The next day with the number that a text names; where only days that have passed are accepted, the last one.
    ///
    /// - Parameter isPart: whether the text is a part of another one, where a point may end a sentence.
    func namedDay(
        _ text: String, today: CalendarDate, in range: ClosedRange<CalendarDate>?, isPart: Bool = false
    ) -> CalendarDate? {
        guard let form = Self.forms[language], let number = form.day(in: text, isPart: isPart) else { return nil }
        let coming = days(number, in: 0...13, of: today).filter { $0 >= today }
        guard let range, let next = coming.first, !range.contains(next) else { return coming.first }
        let passed = days(number, in: -13...0, of: today).filter { $0 <= today }
        return coming.first(where: range.contains) ?? passed.last(where: range.contains) ?? next
    }

    /// The days with a number in the months around that of `today`.
    private func days(_ number: Int, in months: ClosedRange<Int>, of today: CalendarDate) -> [CalendarDate] {
        months.compactMap { offset in
            let month = today.year * 12 + today.month - 1 + offset
            return CalendarDate(year: month / 12, month: month % 12 + 1, day: number)
        }
    }

    /// How a language writes a day of the month.
    private struct Form: Sendable {
        /// Words before the number.
        let before: Set<String>
        /// What follows the number without a blank.
        let endings: Set<String>
        /// Whether a word before the number is enough, and whether a point behind it is.
        let isBefore: Bool
        let isPoint: Bool

        init(_ before: [String], endings: [String] = [], isBefore: Bool = true, isPoint: Bool = false) {
            self.before = Set(before)
            self.endings = Set(endings)
            self.isBefore = isBefore
            self.isPoint = isPoint
        }

        func day(in text: String, isPart: Bool) -> Int? {
            var words = text.split(whereSeparator: { $0 == " " || $0 == "," })
            guard let last = words.popLast(), words.allSatisfy({ before.contains(String($0)) }) else { return nil }
            let digits = last.prefix(while: \.isDigit)
            let ending = last.dropFirst(digits.count)
            guard (1...2).contains(digits.count), let day = Int(digits), (1...31).contains(day) else { return nil }
            switch ending {
            case "": return isBefore && !words.isEmpty ? day : nil
            case ".": return isBefore && !words.isEmpty || isPoint && !isPart ? day : nil
            default: return endings.contains(ending.filter { $0 != "." }) ? day : nil
            }
        }
    }

    private static let forms: [String: Form] = [
        "en": Form(["the", "on"], endings: ["st", "nd", "rd", "th"], isBefore: false),
        "de": Form(["am", "den", "der", "dem", "zum"], isPoint: true),
        "fr": Form(["le", "au"], endings: ["er"]),
        "es": Form(["el", "día", "dia"]),
        "it": Form(["il", "giorno"]),
        "pt": Form(["dia", "no", "o"]),
        "nl": Form(["op", "de"], endings: ["e", "de", "ste"], isBefore: false),
        "ja": Form([], endings: ["日", "日に", "日で"], isBefore: false),
        "ar": Form(["يوم"]),
    ]
}
