import Foundation

/// A language's words for days.
struct DateWords: Sendable {
    /// Words for days and their offset from today.
    let days: [String: Int]
    /// The names of months, short and long, from 1.
    private let months: [String: Int]
    let weekdays: Set<String>
    private let fillers: Set<String>

    /// The month with this name. At least three letters of a name are enough when no other month begins with them.
    func month(_ name: String) -> Int? {
        if let month = months[name] { return month }
        guard name.count >= 3 else { return nil }
        let meant = Set(months.filter { $0.key.hasPrefix(name) }.values)
        return meant.count == 1 ? meant.first : nil
    }

    func isFiller(_ word: Substring) -> Bool { fillers.contains(String(word)) }

    /// The words of a language; languages without a table here have at least the names of months.
    static func of(_ language: String) -> DateWords { known[language] ?? DateWords(language) }

    private static let known = Dictionary(uniqueKeysWithValues: days.keys.map { ($0, DateWords($0)) })

    private init(_ language: String) {
        days = Self.days[language] ?? [:]
        fillers = Set(Self.fillers[language] ?? [])
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language)
        var months: [String: Int] = [:]
        let lists = [
            calendar.monthSymbols, calendar.standaloneMonthSymbols, calendar.shortMonthSymbols,
            calendar.shortStandaloneMonthSymbols,
        ]
        for names in lists {
            for (index, name) in names.enumerated() where Self.key(name).contains(where: { !$0.isNumber }) {
                months[Self.key(name)] = index + 1
            }
        }
        for (index, names) in (Self.extraMonths[language] ?? []).enumerated() {
            for name in names { months[name] = index + 1 }
        }
        self.months = months
        weekdays = Set(
            [
                calendar.weekdaySymbols, calendar.standaloneWeekdaySymbols, calendar.shortWeekdaySymbols,
                calendar.shortStandaloneWeekdaySymbols,
            ].joined().map(Self.key))
    }

    /// The key for comparisons: lower case, without the period of an abbreviation.
    private static func key(_ name: String) -> String { name.lowercased().trimmingSpaces(andFinal: ".") }

    private static let days: [String: [String: Int]] = [
        "en": ["today": 0, "tomorrow": 1, "yesterday": -1, "the day after tomorrow": 2, "day after tomorrow": 2],
        "de": ["heute": 0, "morgen": 1, "gestern": -1, "übermorgen": 2, "vorgestern": -2],
        "fr": ["aujourd'hui": 0, "aujourd’hui": 0, "demain": 1, "hier": -1, "après-demain": 2, "avant-hier": -2],
        "es": ["hoy": 0, "mañana": 1, "ayer": -1, "pasado mañana": 2, "anteayer": -2],
        "ja": ["今日": 0, "きょう": 0, "本日": 0, "明日": 1, "あした": 1, "あす": 1, "昨日": -1, "きのう": -1, "明後日": 2, "あさって": 2],
        "ar": ["اليوم": 0, "غدا": 1, "غدًا": 1, "غداً": 1, "أمس": -1, "امس": -1, "بعد غد": 2],
    ]

    /// Words in dates that carry no meaning.
    private static let fillers: [String: [String]] = [
        "en": ["st", "nd", "rd", "th", "of", "the", "on"], "de": ["der", "den", "am"], "fr": ["er", "le"],
        "es": ["de", "del", "el"], "ar": ["من", "في"], "it": ["il", "di"], "pt": ["de"],
    ]

    private static let extraMonths: [String: [[String]]] = [
        "de": [["jänner"], [], ["maerz", "mrz"], [], [], [], [], [], [], [], [], []],
        "en": [[], [], [], [], [], [], [], [], ["sept"], [], [], []],
        "es": [[], [], [], [], [], [], [], [], ["setiembre"], [], [], []],
        "ar": [
            [], ["شباط"], ["آذار"], ["نيسان"], ["أيار"], ["حزيران"], ["تموز"], ["آب"], ["أيلول"], [], [], [],
        ],
    ]
}
