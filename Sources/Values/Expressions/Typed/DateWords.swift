import Foundation

/// A language's words for days.
struct DateWords: Sendable {
    /// Words for days and their offset from today.
    let days: [String: Int]
    /// The names of months, short and long, from 1.
    private let months: [String: Int]
    let weekdays: Set<String>
    /// The days of the week by their names.
    let weekdayNames: [String: Weekday]
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
        var weekdayNames: [String: Weekday] = [:]
        let weeks = [
            calendar.weekdaySymbols, calendar.standaloneWeekdaySymbols, calendar.shortWeekdaySymbols,
            calendar.shortStandaloneWeekdaySymbols,
        ]
        for (name, weekday) in Self.namesOfWeekdays(language) { weekdayNames[Self.key(name)] = weekday }
        for (index, names) in (Self.extraWeekdays[language] ?? []).enumerated() {
            for name in names { weekdayNames[name] = Weekday(rawValue: index) }
        }
        self.weekdayNames = weekdayNames
        weekdays = Set(weeks.joined().map(Self.key))
    }

    /// The key for comparisons: lower case, without the period of an abbreviation.
    private static func key(_ name: String) -> String { name.lowercased().trimmingSpaces(andFinal: ".") }

    private static let days: [String: [String: Int]] = [
        "en": ["today": 0, "tomorrow": 1, "yesterday": -1, "the day after tomorrow": 2, "day after tomorrow": 2],
        "de": ["heute": 0, "morgen": 1, "gestern": -1, "übermorgen": 2, "vorgestern": -2],
        "fr": ["aujourd'hui": 0, "aujourd’hui": 0, "demain": 1, "hier": -1, "après-demain": 2, "avant-hier": -2],
        "es": ["hoy": 0, "mañana": 1, "ayer": -1, "pasado mañana": 2, "anteayer": -2],
        "it": ["oggi": 0, "domani": 1, "ieri": -1, "dopodomani": 2, "l'altro ieri": -2, "l’altro ieri": -2],
        "pt": ["hoje": 0, "amanhã": 1, "ontem": -1, "depois de amanhã": 2, "anteontem": -2],
        "nl": ["vandaag": 0, "morgen": 1, "gisteren": -1, "overmorgen": 2, "eergisteren": -2],
        "pl": ["dziś": 0, "dzisiaj": 0, "jutro": 1, "wczoraj": -1, "pojutrze": 2, "przedwczoraj": -2],
        "sv": ["idag": 0, "i dag": 0, "imorgon": 1, "i morgon": 1, "igår": -1, "i går": -1, "i övermorgon": 2],
        "da": ["i dag": 0, "i morgen": 1, "i går": -1, "i overmorgen": 2],
        "nb": ["i dag": 0, "i morgen": 1, "i går": -1, "i overmorgen": 2],
        "fi": ["tänään": 0, "huomenna": 1, "eilen": -1, "ylihuomenna": 2, "toissapäivänä": -2],
        "cs": ["dnes": 0, "zítra": 1, "včera": -1, "pozítří": 2, "předevčírem": -2],
        "hu": ["ma": 0, "holnap": 1, "tegnap": -1, "holnapután": 2, "tegnapelőtt": -2],
        "ro": ["astăzi": 0, "azi": 0, "mâine": 1, "ieri": -1, "poimâine": 2, "alaltăieri": -2],
        "el": ["σήμερα": 0, "αύριο": 1, "χθες": -1, "μεθαύριο": 2, "προχθές": -2],
        "tr": ["bugün": 0, "yarın": 1, "dün": -1, "öbür gün": 2],
        "ru": ["сегодня": 0, "завтра": 1, "вчера": -1, "послезавтра": 2, "позавчера": -2],
        "uk": ["сьогодні": 0, "завтра": 1, "вчора": -1, "післязавтра": 2, "позавчора": -2],
        "he": ["היום": 0, "מחר": 1, "אתמול": -1, "מחרתיים": 2, "שלשום": -2],
        "zh": ["今天": 0, "明天": 1, "昨天": -1, "后天": 2, "前天": -2, "後天": 2],
        "ko": ["오늘": 0, "내일": 1, "어제": -1, "모레": 2, "그저께": -2],
        "ja": ["今日": 0, "きょう": 0, "本日": 0, "明日": 1, "あした": 1, "あす": 1, "昨日": -1, "きのう": -1, "明後日": 2, "あさって": 2],
        "ar": ["اليوم": 0, "غدا": 1, "غدًا": 1, "غداً": 1, "أمس": -1, "امس": -1, "بعد غد": 2],
    ]

    /// Names of weekdays that the calendar does not have, from Monday.
    private static let extraWeekdays: [String: [[String]]] = [
        "de": [[], [], [], [], [], ["sonnabend"], []],
        "pt": [["segunda"], ["terça", "terca"], ["quarta"], ["quinta"], ["sexta"], ["sabado"], []],
        "es": [[], [], ["miercoles"], [], [], ["sabado"], []],
        "it": [["lunedi"], ["martedi"], ["mercoledi"], ["giovedi"], ["venerdi"], [], []],
        "pl": [[], [], ["środę"], [], [], ["sobotę"], ["niedzielę"]],
        "ru": [[], [], ["среду"], [], ["пятницу"], ["субботу"], []],
        "uk": [[], [], ["середу"], [], ["п’ятницю", "п'ятницю"], ["суботу"], ["неділю"]],
        "cs": [[], [], ["středu"], [], [], ["sobotu"], ["neděli"]],
        "ar": [
            ["الإثنين"], [], ["الاربعاء"], [], [], [], ["الاحد"],
        ],
        "zh": [
            ["周一", "礼拜一"], ["周二", "礼拜二"], ["周三", "礼拜三"], ["周四", "礼拜四"], ["周五", "礼拜五"], ["周六", "礼拜六"],
            ["周日", "星期天", "周天", "礼拜天"],
        ],
    ]

    /// Words in dates that carry no meaning.
    private static let fillers: [String: [String]] = [
        "en": ["st", "nd", "rd", "th", "of", "the", "on"], "de": ["der", "den", "am"], "fr": ["er", "le"],
        "nl": ["op", "de"], "pl": ["w", "we"], "sv": ["på", "den"], "da": ["på", "den"], "nb": ["på", "den"],
        "ru": ["в", "во"], "uk": ["в", "у"], "cs": ["v", "ve"],
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
