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
        reportOneOf(key, words)
        guard words.isEmpty else { return words.filter(hasLetters) }
        report(
            .emptyValue, "`contains` says nothing", at: key.span, label: "nothing stands behind it",
            help: "write the words behind it, such as `contains bleed, poison`")
        return []
    }

    /// `contains one of a, b`, as conditions have it: here every word of the line counts anyway.
    private func reportOneOf(_ key: ValueNode, _ words: [Word]) {
        guard let first = words.first, first.value.hasPrefix(Self.oneOf), first.value != Self.oneOf else { return }
        let rest = [String(first.value.dropFirst(Self.oneOf.count))] + words.dropFirst().map(\.value)
        report(
            .unknownWord, "`one of` is looked for in what customers write", at: key.span,
            label: "part of the words", help: "write `contains \(rest.joined(separator: ", "))`", severity: .warning)
    }

    private static let oneOf = "one of "

    /// `words contains a, b` of `entries`: the words of the whole message would begin with `contains`.
    func reportContains(behindWords key: ValueNode, _ words: [Word]) {
        guard let first = words.first, first.value.hasPrefix("contains ") else { return }
        let rest = words.map(\.value).joined(separator: ", ")
        report(
            .unknownWord, "`contains` is compared with what customers write", at: key.span,
            label: "part of the words", help: "write `\(rest)`", severity: .warning)
    }

    private func hasLetters(_ word: Word) -> Bool {
        if SoughtWords(word.value, language: "en") != nil { return true }
        report(
            .unknownWord, "`\(word.value)` is not a word", at: word.span, label: "no letters",
            help: "write words that customers may use, such as `poison`")
        return false
    }
}
