import Diagnostics
import Expressions
import Foundation

/// Decodes the kinds of answer that customers send: `photo`, `file` and `place`.
struct SentKindsDecoder {
    let findings: DiagnosticCollector

    private static let longestEnding = 10

    /// `one`, or `up to` a number.
    func photo(_ block: Block, key: Span) -> QuestionKindSyntax {
        guard let word = block.word("photo") else { return .unreadable }
        if word.value == "one" { return .photo(PhotoKindSyntax(key: key, atMost: 1)) }
        let words = word.value.split(separator: " ")
        guard words.count == 3, words[0] == "up", words[1] == "to", let number = Decimal(plain: words[2]),
            number.isWhole
        else {
            findings.report(
                .unknownWord, "`photo` does not know `\(word.value)`", at: word.span, label: "not a word of `photo`",
                help: "write `one`, or such as `up to 5`")
            return .unreadable
        }
        guard let count = Int(words[2]), PhotoKindSyntax.counts.contains(count) else {
            findings.reportRange("photo", "2 to 20", Located(String(words[2]), at: word.span))
            return .unreadable
        }
        return .photo(PhotoKindSyntax(key: key, atMost: count))
    }

    /// `any`, or file extensions.
    func file(_ block: Block, key: Span) -> QuestionKindSyntax {
        guard let words = endings(block) else { return .unreadable }
        if words.count == 1, words[0].value == "any" { return .file(FileKindSyntax(key: key, endings: [])) }
        var endings: [String] = []
        for word in words {
            guard let ending = ending(word) else { return .unreadable }
            endings.append(ending)
        }
        return .file(FileKindSyntax(key: key, endings: endings))
    }

    /// Comma-separated words, or a list of them.
    private func endings(_ block: Block) -> [Word]? {
        if case .list? = block.node("file") { return block.words("file") }
        return block.value("file", wants: "`any`, or endings").map { findings.separated($0) }
    }

    private func ending(_ word: Word) -> String? {
        let bare = word.value.hasPrefix(".") ? String(word.value.dropFirst()) : word.value
        let isEnding =
            (1...Self.longestEnding).contains(bare.count)
            && bare.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        if isEnding, bare == word.value, bare != "any" { return bare.lowercased() }
        findings.report(
            .unknownWord, "`file` does not know `\(word.value)`", at: word.span, label: "not the ending of a name",
            help: isEnding && bare != "any" ? "write `\(bare)`" : "write `any`, or endings such as `pdf, docx`")
        return nil
    }

    func place(_ block: Block, key: Span) -> QuestionKindSyntax {
        guard let word = block.choice("place", as: PlaceWord.self) else { return .unreadable }
        return .place(PlaceKindSyntax(key: key, word: word.value))
    }
}
