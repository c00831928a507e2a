public import Expressions

/// Opening hours as people write them, in the customer's language.
extension Week {
    /// The days for which exceptions are mentioned.
    private static let soon = 14

    /// The hours of one day: `09:00–12:00`. Those by another clock than that of the other times are followed by its place.
    public func words(in wording: Wording, on date: CalendarDate) -> String {
        let hours = hours(on: date)
        return wording.hours(hours) + (hours.isEmpty ? "" : wording.clock(of: zone))
    }

    /// The whole week, and what differs from it in the next two weeks: `Monday–Friday 09:00–18:00; 25 December closed`.
    public func words(in wording: Wording, from today: CalendarDate) -> String {
        var parts: [String] = []
        var first = 0
        while first < 7 {
            var last = first
            while last < 6, weekdays[last + 1] == weekdays[first] { last += 1 }
            if !weekdays[first].isEmpty {
                parts.append("\(days(first, last, wording)) \(wording.hours(weekdays[first]))")
            }
            first = last + 1
        }
        var hasHours = !parts.isEmpty
        if parts.isEmpty { parts.append(wording.hours([])) }
        for date in (0..<Self.soon).map({ today + $0 }) {
            guard let hours = exception(on: date), hours != weekdays[date.weekday.rawValue] else { continue }
            parts.append("\(wording.dayOfMonth(date)) \(wording.hours(hours))")
            hasHours = hasHours || !hours.isEmpty
        }
        return parts.joined(separator: "; ") + (hasHours ? wording.clock(of: zone) : "")
    }

    private func days(_ first: Int, _ last: Int, _ wording: Wording) -> String {
        let names = [first, last].compactMap { Weekday(rawValue: $0) }.map(wording.weekday)
        return first == last ? names[0] : "\(names[0])–\(names[1])"
    }
}
