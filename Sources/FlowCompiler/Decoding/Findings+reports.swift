import Diagnostics
import Expressions

extension Findings {
    func reportEmpty(_ key: ValueNode) {
        report(
            .emptyValue, "`\(key.string)` says nothing", at: key.span, label: "nothing stands behind it",
            help: "write something behind `\(key.string):`, or leave the line out")
    }

    func reportShape(_ key: String, wants: String, _ found: Node) {
        let shape =
            switch found {
            case .value: "a text"
            case .list: "a list"
            case .map: "a block"
            }
        report(.wrongShape, "`\(key)` wants \(wants), here is \(shape)", at: found.span.firstLetters, label: shape)
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

    func reportNotYet(_ key: String, at span: Span) {
        report(
            .notYet, "this version of Usher does not understand `\(key)` yet", at: span, label: "not understood yet",
            help: "leave it out, or use a version that has it")
    }

    func reportName(_ name: Word, _ what: String) {
        let length = name.value.count
        report(
            .badName, "\(what) cannot be called `\(name.value)`", at: name.span,
            label: "letters, digits, `-` and `_`, beginning with a letter",
            help: length > Name.longest
                ? "a name has at most \(Name.longest) characters, this has \(length)"
                : Name.identifier(like: name.value).map { "write `\($0)`" })
    }
}

extension Span {
    /// The first byte of a stretch that may run over many lines.
    var firstLetters: Span {
        Span(file: file, range: range.lowerBound..<min(range.lowerBound + 1, range.upperBound))
    }
}
