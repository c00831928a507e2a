extension TypedWords {
    /// The days that a typed text names among those that were offered: by their date, the day of the week, or the day of
    /// the month alone, such as `Thursday`, `12 March`, `the 12th` or `12`.
    ///
    /// - Parameter today: the day on which the text was typed.
    public func days(_ text: String, among offered: [CalendarDate], today: CalendarDate) -> [CalendarDate] {
        let words = DateWords.of(language)
        let typed = normal(text).trimmingSpaces(andFinal: ".")
        if let meaning = WeekWords.of(language).meaning(of: typed, words), let weekday = meaning.weekday {
            // Beside other words the week is said, too.
            let isMeant = meaning.which == nil ? nil : Set(meaning.days(from: today))
            return offered.filter { isMeant?.contains($0) ?? ($0.weekday == weekday) }
        }
        if let day = dayOfMonth(typed, words) { return offered.filter { $0.day == day } }
        let dates = dates(text, today: today)
        return offered.filter(dates.contains)
    }

    /// The number of a day without its month.
    private func dayOfMonth(_ text: String, _ words: DateWords) -> Int? {
        var parts: [Substring] = []
        var rest = text[...]
        while let first = rest.first {
            let run = rest.prefix { first.isNumber ? $0.isNumber : $0.isLetter }
            if run.isEmpty {
                guard " .,".contains(first) else { return nil }
                rest.removeFirst()
            } else {
                parts.append(run)
                rest = rest[run.endIndex...]
            }
        }
        let left = parts.filter { !words.isFiller($0) && $0 != "日" && $0 != "号" && $0 != "일" }
        guard left.count == 1, let day = Int(left[0]), (1...31).contains(day) else { return nil }
        return day
    }
}
