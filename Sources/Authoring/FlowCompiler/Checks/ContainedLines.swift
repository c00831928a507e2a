import Diagnostics
import Expressions

/// Words that are looked for inside free text lead to one place: those of a line are not already found by a line above.
struct ContainedLines {
    struct Line {
        var words: [Word]
        /// The destination as written.
        var leadsTo: String
    }

    /// The language of the words.
    var language = "en"

    func diagnose(_ lines: [Line]) -> [Diagnostic] {
        var known: [(sought: SoughtWords, word: Word, line: Int)] = []
        return lines.enumerated().flatMap { index, line in
            line.words.compactMap { word -> Diagnostic? in
                guard let sought = SoughtWords(word.value, language: language) else { return nil }
                if let first = known.first(where: { $0.sought.stand(in: sought) }) {
                    // A line that repeats another is one mistake, however many words it has.
                    let isRepeated = first.line != index && line.words.first?.span != word.span
                    return isRepeated && isKnown(line.words[0], known, first.line)
                        ? nil : taken(word, first.word, leadsTo: lines[first.line].leadsTo)
                }
                known.append((sought, word, index))
                return nil
            }
        }
    }

    private func isKnown(
        _ word: Word, _ known: [(sought: SoughtWords, word: Word, line: Int)], _ line: Int
    ) -> Bool {
        guard let sought = SoughtWords(word.value, language: language) else { return false }
        return known.contains { $0.line == line && $0.sought.stand(in: sought) }
    }

    private func taken(_ word: Word, _ first: Word, leadsTo: String) -> Diagnostic {
        let isSame = word.value.lowercased() == first.value.lowercased()
        return Diagnostic(
            .wordTakenTwice,
            isSame
                ? "`\(word.value)` already leads to `\(leadsTo)`"
                : "`\(word.value)` already leads to `\(leadsTo)`, because of `\(first.value)`",
            at: word.span, label: isSame ? "the second time" : "never looked for",
            help: isSame ? "leave it out here or there" : "write its line above the other, or leave it out",
            related: [Diagnostic.Related("the first time", at: first.span)])
    }
}

extension ContainedLines.Line {
    init(_ line: AnywhereSyntax.Line) {
        self.init(words: line.words, leadsTo: line.destination?.text ?? "another step")
    }
}
