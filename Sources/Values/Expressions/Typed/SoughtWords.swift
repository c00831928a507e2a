/// Words that are looked for inside what customers write: whole words, one after another.
///
/// Case, accents, punctuation and the endings of a plural make no difference. With `*` at the end, the last word may
/// continue with any letters. Where a language writes no spaces, the words may stand anywhere.
public struct SoughtWords: Sendable, Hashable {
    /// As written.
    public let text: String
    private let words: TextWords
    private let isBeginning: Bool
    private let isUnspaced: Bool

    /// - Returns: `nil` when the text has no letters or digits.
    public init?(_ text: String, language: String) {
        self.text = text
        isBeginning = text.hasSuffix("*")
        isUnspaced = TextWords.isUnspaced(text)
        words = TextWords(text, language: language)
        if words.words.isEmpty { return nil }
    }

    /// The language whose spelling counts.
    public var language: String { words.language }

    /// Whether the words stand in a text, whose words are read in the same language.
    public func stand(in text: TextWords) -> Bool {
        if isUnspaced { return text.joined.contains(words.joined) }
        let count = words.words.count
        guard text.words.count >= count else { return false }
        return (0...text.words.count - count).contains { start in
            words.words.indices.allSatisfy { fits(text.words[start + $0], at: $0) }
        }
    }

    /// Whether a text with `other` always contains these words as well.
    public func stand(in other: SoughtWords) -> Bool { language == other.language && stand(in: other.words) }

    private func fits(_ word: String, at place: Int) -> Bool {
        let wanted = words.words[place]
        if isBeginning, place == words.words.count - 1, word.hasPrefix(wanted) { return true }
        return PluralEndings.areSame(word, wanted, in: language)
    }
}
