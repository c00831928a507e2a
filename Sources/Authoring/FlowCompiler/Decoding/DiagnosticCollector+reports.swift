import Diagnostics
import Expressions

extension DiagnosticCollector {
    /// Whether an unknown key is likely to be a misspelling of `key`.
    func isMisspelt(_ written: ValueNode, for key: String) -> Bool {
        guard unknownKeys.contains(written.span) else { return false }
        return Synonyms.word(for: written.string, among: [key]) != nil
            || closest(to: written.string, among: [key]) != nil
    }

    func reportEmptyItem(_ span: Span) {
        report(
            .emptyValue, "this list item says nothing", at: span, label: "nothing stands here",
            help: "write something, or leave the item out")
    }

    func reportEmpty(_ key: ValueNode) {
        report(
            .emptyValue, "`\(key.string)` says nothing", at: key.span, label: "nothing stands behind it",
            help: "write something behind `\(key.string):`, or leave the line out")
    }

    /// Reports that `key` requires another value; for a value that could not be read, no second message is needed.
    func reportShape(_ key: String, wants: String, _ found: Node, help: String? = nil) {
        let shape: String
        switch found {
        case .value: shape = "a text"
        case .list: shape = "a list"
        case .map: shape = "a block"
        case .broken: return
        }
        report(
            .wrongShape, "`\(key)` wants \(wants), here is \(shape)", at: found.span.firstLetters, label: shape,
            help: help)
    }

    func reportUnknownWord(_ key: String, _ word: Word, among known: [String]) {
        report(
            .unknownWord, "`\(key)` does not know `\(word.value)`", at: word.span, label: "not a word of `\(key)`",
            help: suggestion(for: word.value, among: known, are: "it knows"))
    }

    func reportRange(_ key: String, _ limits: String, _ word: Word) {
        report(
            .outOfRange, "`\(key)` goes from \(limits), this is \(word.value)", at: word.span, label: "out of range")
    }

    func reportName(_ name: Word, _ what: String) {
        let length = name.value.count
        report(
            .badName, "\(what) cannot be called `\(name.value)`", at: name.span,
            label: "letters, digits, `-` and `_`, beginning with a letter",
            help: length > Name.longest
                ? "a name has at most \(Name.longest) characters, this has \(length)"
                : Name.identifier(like: name.value).map { "write `\($0)`" } ?? "begin it with a letter")
    }
}

extension Span {
    /// The first byte of a span that may cover many lines.
    var firstLetters: Span {
        Span(file: file, range: range.lowerBound..<min(range.lowerBound + 1, range.upperBound))
    }
}
