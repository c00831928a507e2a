public import Foundation

extension TypedWords {
    /// The number that a text writes out in words, such as `twenty-two`, `zweiundzwanzig` or `vingt-deux`: whole numbers
    /// up to ten thousand.
    public func numberInWords(_ text: String) -> Decimal? {
        NumberWords.of(language)?.number(in: text).map { Decimal($0) }
    }
}

/// A language's words for numbers.
struct NumberWords: Sendable {
    private let language: String
    /// By the words, written together.
    private let numbers: [String: Int]

    /// The words of a language; `nil` for languages whose words are not known here.
    static func of(_ language: String) -> NumberWords? { known[language] }

    func number(in text: String) -> Int? { numbers[Self.key(text, language)] }

    /// - Parameter word: a word in the form of `TextWords`.
    func number(inWord word: String) -> Int? { numbers[Self.key([word], language)] }

    /// The words of the numbers up to a limit, each as it is spelled, for reading them inside other texts.
    static func spelled(upTo most: Int, in language: String) -> [(text: String, number: Int)] {
        guard known[language] != nil else { return [] }
        let speller = Speller(language)
        var all: [(text: String, number: Int)] = []
        for number in 0...most {
            if let text = speller.text(of: number) { all.append((text, number)) }
        }
        for (text, number) in others[language] ?? [:] where number <= most { all.append((text, number)) }
        return all
    }

    private static let known = Dictionary(
        uniqueKeysWithValues: ["en", "de", "fr", "es", "ja", "ar", "it", "pt", "nl"].map { ($0, NumberWords($0)) })

    private init(_ language: String) {
        self.language = language
        var numbers: [String: Int] = [:]
        let speller = Speller(language)
        let all = Array(0...2_100) + stride(from: 2_200, through: 10_000, by: 100)
        for number in all {
            guard let text = speller.text(of: number) else { continue }
            let key = Self.key(text, language)
            if numbers[key] == nil { numbers[key] = number }
            // `hundred and five`, `a hundred and five`, `hundertfünf`.
            for one in Self.ones[language] ?? [] where key.hasPrefix(one.full) {
                let rest = String(key.dropFirst(one.full.count))
                for short in one.short where numbers[short + rest] == nil { numbers[short + rest] = number }
            }
        }
        for (text, number) in Self.others[language] ?? [:] { numbers[Self.key(text, language)] = number }
        self.numbers = numbers
    }

    /// The words without spaces, and without the word that joins them.
    private static func key(_ text: String, _ language: String) -> String {
        key(TextWords(text, language: language).words, language)
    }

    private static func key(_ words: [String], _ language: String) -> String {
        let words = words.filter { joining[language] != $0 }
        var key = words.map { language == "ar" ? arabic($0) : $0 }.joined()
        // Counters behind a number.
        if language == "ja", let last = key.last, key.count > 1, "人名個つ本枚回".contains(last) { key.removeLast() }
        return key
    }

    /// Without the `and` that is written together with the next word, and in one of the two cases.
    private static func arabic(_ word: String) -> String {
        var word = word
        if word.hasPrefix("و"), word.count > 3, !word.hasPrefix("واحد") { word.removeFirst() }
        if word.hasSuffix("ين"), word.count > 4 { word = word.dropLast(2) + "ون" }
        return word
    }

    private static let joining = ["en": "and", "de": "und", "fr": "et", "es": "y", "pt": "e", "nl": "en", "ar": "و"]

    private static let ones: [String: [(full: String, short: [String])]] = [
        "en": [("onehundred", ["hundred", "ahundred"]), ("onethousand", ["thousand", "athousand"])],
        "de": [("einhundert", ["hundert"]), ("eintausend", ["tausend"])],
    ]

    private static let others: [String: [String: Int]] = [
        "en": ["a dozen": 12, "dozen": 12, "half a dozen": 6],
        "de": ["ein": 1, "eine": 1, "einen": 1, "einer": 1, "zwo": 2, "ein Dutzend": 12],
        "fr": ["une": 1, "une douzaine": 12, "vingt et une": 21, "septante": 70, "huitante": 80, "nonante": 90],
        "es": ["un": 1, "una": 1, "una docena": 12, "veintiún": 21, "veintiuna": 21],
        "ja": ["ゼロ": 0, "零": 0, "ひとり": 1, "ふたり": 2, "ひとつ": 1, "ふたつ": 2, "みっつ": 3, "よっつ": 4, "いつつ": 5],
        "ar": [
            "واحدة": 1, "اثنين": 2, "اثنتان": 2, "اثنتين": 2, "ثلاث": 3, "أربع": 4, "خمس": 5, "ست": 6, "سبع": 7,
            "ثماني": 8, "ثمان": 8, "تسع": 9, "عشر": 10, "اثني عشر": 12, "مئة": 100,
        ],
        "it": ["una": 1, "un": 1], "pt": ["uma": 1, "duas": 2], "nl": ["één": 1],
    ]
}

/// Writes numbers out in words.
private struct Speller {
    private let formatter = NumberFormatter()

    init(_ language: String) {
        formatter.locale = Locale(identifier: language)
        formatter.numberStyle = .spellOut
    }

    func text(of number: Int) -> String? { formatter.string(from: NSNumber(value: number)) }
}
