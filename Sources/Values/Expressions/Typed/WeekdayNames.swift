import Foundation

extension DateWords {
    /// The names of the days of the week in a language, long and short, in lower case.
    static func namesOfWeekdays(_ language: String) -> [(name: String, weekday: Weekday)] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language)
        let long = [calendar.weekdaySymbols, calendar.standaloneWeekdaySymbols]
        // A short name of one sign is also the name of a month, a fire, a tree.
        let short = language == "ja" ? [] : [calendar.shortWeekdaySymbols, calendar.shortStandaloneWeekdaySymbols]
        let extra = language == "ja" ? [["日曜", "月曜", "火曜", "水曜", "木曜", "金曜", "土曜"]] : []
        return (short + long + extra).flatMap { names in
            names.enumerated().compactMap { place, name in
                Weekday(rawValue: (place + 6) % 7).map { (name.lowercased(), $0) }
            }
        }
    }
}
