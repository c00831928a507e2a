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
