import Diagnostics
import Expressions

/// Decodes `contains a, b`, a line of `anywhere` or `entries`.
extension ValueNode {
    private static let word = "contains"

    /// The words after `contains`; `nil` for every other key.
    var contained: SourceText? {
        guard !isQuoted, string == Self.word || string.hasPrefix(Self.word + " ") else { return nil }
        let words = string.utf8.dropFirst(Self.word.utf8.count).drop { $0 == UInt8(ascii: " ") }
        return text.part(string.utf8.count - words.count..<string.utf8.count)
    }
}

extension DiagnosticCollector {
    /// The words after `contains`; reports a line without any.
    func contained(_ key: ValueNode) -> [Word] {
        let words = separated(key, from: "contains".utf8.count)
        guard words.isEmpty else { return words.filter(hasLetters) }
        report(
            .emptyValue, "`contains` says nothing", at: key.span, label: "nothing stands behind it",
            help: "write the words behind it, such as `contains bleed, poison`")
        return []
    }

    private func hasLetters(_ word: Word) -> Bool {
        if SoughtWords(word.value, language: "en") != nil { return true }
        report(
            .unknownWord, "`\(word.value)` is not a word", at: word.span, label: "no letters",
            help: "write words that customers may use, such as `poison`")
        return false
    }
}
