/// Finds which of several offered answers a typed text means.
///
/// The rules are those of the page `Docs/Typing.md`: words that say nothing are left out, and then the labels are
/// compared in stages: with the same words, with all typed words among theirs, and both once more with slips. The first
/// stage that any label passes counts, so a label with the exact word hides those that only look alike.
public struct OfferedLabels: Sendable {
    /// A label and the language in which it is written.
    public struct Label: Sendable, Hashable {
        public var text: String
        public var language: String

        public init(_ text: String, language: String) {
            self.text = text
            self.language = language
        }
    }

    /// What a text means.
    public struct Meaning: Sendable, Hashable {
        /// The indexes of the answers that it can mean; none when it means none of them.
        public var places: [Int]
        /// Whether the text has all words of the answer and no others, so that nothing was guessed.
        public var isWhole: Bool
    }

    /// What a reading depends on beside the labels. Messages of earlier editions are read as they were then.
    public struct Rules: Sendable, Hashable {
        /// Whether articles such as `ein` and words that point at something such as `these` say as little as others.
        var areArticlesFillers: Bool
        /// Whether `the second one` is an answer.
        var hasPlaces: Bool
        /// Whether words with which people ask for something are left out: `I need a …`.
        var arePoliteWordsFillers: Bool

        public static let newest = Rules(areArticlesFillers: true, hasPlaces: true, arePoliteWordsFillers: true)
        /// Those under which polite words counted as others.
        public static let second = Rules(areArticlesFillers: true, hasPlaces: true, arePoliteWordsFillers: false)
        /// Those under which articles counted as numbers.
        public static let first = Rules(areArticlesFillers: false, hasPlaces: true, arePoliteWordsFillers: false)

        /// The same for answers that have no place of their own in the list.
        public var withoutPlaces: Rules {
            var rules = self
            rules.hasPlaces = false
            return rules
        }
    }

    /// The wordings of each answer.
    private let answers: [[LabelWords]]
    private let rules: Rules

    private struct LabelWords: Sendable {
        let words: [String]
        let language: String
        let isUnspaced: Bool
    }

    /// - Parameter answers: for each answer its labels, such as that which the customer sees and that of the flow.
    public init(_ answers: [[Label]], rules: Rules = .newest) {
        self.rules = rules
        self.answers = answers.map { labels in
            labels.map { label in
                LabelWords(
                    words: Self.telling(label.text, label.language, rules, keepsNumbers: true),
                    language: label.language,
                    isUnspaced: TextWords.isUnspaced(label.text))
            }
        }
    }

    /// Returns which answers a text can mean.
    public func meaning(of text: String) -> Meaning {
        // A word such as `one` is no number in `the full one`.
        if let meaning = meaning(of: text, keepsNumbers: true) ?? meaning(of: text, keepsNumbers: false) {
            return meaning
        }
        if let place = place(in: text) { return Meaning(places: [place], isWhole: false) }
        let nothing = Meaning(places: [], isWhole: false)
        guard rules.arePoliteWordsFillers, let code = answers.first?.first?.language else { return nothing }
        let language = LocaleParts(code).language
        // Who asks whether something is possible has not yet chosen it.
        if let rest = Self.text(text, without: PoliteWords.of(language), language),
            let meaning = meaning(of: rest, keepsNumbers: true) ?? meaning(of: rest, keepsNumbers: false)
        {
            return Meaning(places: meaning.places, isWhole: false)
        }
        // A number within a sentence is no place in the list.
        let rest = Self.text(text, without: PoliteWords.forNumbers, language)
        return rest.flatMap { place(in: $0) }.map { Meaning(places: [$0], isWhole: false) } ?? nothing
    }

    /// A text without the words with which people ask for something; `nil` when it has none, or no others.
    private static func text(_ text: String, without polite: PoliteWords, _ language: String) -> String? {
        if TextWords.isUnspaced(text) {
            let all = TextWords(text, language: language).joined
            let rest = bare(all, polite.endings)
            return rest == all ? nil : rest
        }
        let words = TextWords(text, language: language).words
        let rest = words.filter { !polite.words.contains($0) }
        return rest.isEmpty || rest.count == words.count ? nil : rest.joined(separator: " ")
    }

    /// The first stage in which labels fit; `nil` when there is none.
    private func meaning(of text: String, keepsNumbers: Bool) -> Meaning? {
        let languages = Set(answers.joined().map(\.language))
        let typed = Dictionary(
            uniqueKeysWithValues: languages.map { ($0, Self.telling(text, $0, rules, keepsNumbers: keepsNumbers)) })
        for stage in Stage.allCases {
            let places = answers.indices.filter { index in
                answers[index].contains { stage.passes(typed[$0.language] ?? [], $0.words, $0) }
            }
            if !places.isEmpty { return Meaning(places: places, isWhole: stage == .whole && places.count == 1) }
        }
        return nil
    }

    private enum Stage: CaseIterable {
        case whole, part, wholeWithSlips, partWithSlips

        func passes(_ typed: [String], _ label: [String], _ wording: LabelWords) -> Bool {
            guard !typed.isEmpty, !label.isEmpty else { return false }
            if wording.isUnspaced {
                let (typed, label) = (typed.joined(), label.joined())
                switch self {
                case .whole: return typed == label
                case .part: return label.contains(typed)
                case .wholeWithSlips: return Slips.areFew(typed, label)
                case .partWithSlips: return false
                }
            }
            let isWhole = self == .whole || self == .wholeWithSlips
            guard isWhole ? typed.count == label.count : typed.count <= label.count else { return false }
            let mayDiffer = self == .wholeWithSlips || self == .partWithSlips
            // Every typed word is a word of the label, each of them once.
            var free = label
            for word in typed {
                guard
                    let place = free.firstIndex(where: { other in
                        PluralEndings.areSame(word, other, in: wording.language)
                            || mayDiffer && Slips.areFew(word, other)
                    })
                else { return false }
                free.remove(at: place)
            }
            return true
        }
    }

    /// The words that distinguish answers: numbers as digits, yes and no in one form. When nothing else is written, words
    /// that usually say nothing count as well.
    ///
    /// - Parameter keepsNumbers: whether a word such as `one` is a number here, as it is in labels.
    private static func telling(
        _ text: String, _ language: String, _ rules: Rules, keepsNumbers: Bool = false
    ) -> [String] {
        let common = CommonWords.of(LocaleParts(language).language)
        var all = TextWords(text, language: language).words
        if TextWords.isUnspaced(text) { all = [bare(all.joined(), common.endings)] }
        let numbers = NumberWords.of(LocaleParts(language).language)
        let words = all.filter { word in
            if rules.areArticlesFillers, common.articles.contains(word) || common.pointing.contains(word) {
                return false
            }
            return !common.fillers.contains(word) || common.yes.contains(word) || common.no.contains(word)
                || keepsNumbers && numbers?.number(inWord: word) != nil
        }
        return (words.isEmpty ? all : words).map { word in
            if common.yes.contains(word) { return "yes" }
            if common.no.contains(word) { return "no" }
            return numbers?.number(inWord: word).map { $0 <= 100 ? String($0) : word } ?? word
        }
    }

    private static func bare(_ text: String, _ endings: [String]) -> String {
        guard let ending = endings.first(where: { text.hasSuffix($0) && text.count > $0.count }) else { return text }
        return String(text.dropLast(ending.count))
    }

    /// The index that a text names: `the second one`, `two`. Where labels have numbers, such a word may mean them.
    private func place(in text: String) -> Int? {
        guard rules.hasPlaces, let language = answers.first?.first?.language,
            !answers.joined().contains(where: { $0.words.contains { $0.contains(where: \.isNumber) } })
        else { return nil }
        let common = CommonWords.of(LocaleParts(language).language)
        let words = Self.telling(text, language, rules)
        guard words.count == 1 else { return nil }
        if common.last.contains(words[0]) { return answers.indices.last }
        let place = common.ordinals[words[0]] ?? Int(words[0]).map { $0 - 1 }
        return place.flatMap { answers.indices.contains($0) ? $0 : nil }
    }
}

/// Slips of the finger: a letter too many, too few, another one, or two exchanged.
enum Slips {
    /// Whether two words differ by so few slips that they are likely to be the same: none in words of up to three
    /// letters and in those with digits, one in words of up to eight, two in longer ones.
    static func areFew(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left), Array(right))
        let length = min(left.count, right.count)
        let most = length < 4 ? 0 : length < 9 ? 1 : 2
        guard most > 0, abs(left.count - right.count) <= most, !(left + right).contains(where: \.isNumber) else {
            return false
        }
        return distance(left, right) <= most
    }

    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var here = [row + 1]
            for (column, other) in right.enumerated() {
                var least = min(here[column] + 1, last[column + 1] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                here.append(least)
            }
            (beforeLast, last) = (last, here)
        }
        return last[right.count]
    }
}
