import Diagnostics
import Expressions

/// The parts of a condition that is being written: a name, a word that compares, a value, and what joins it to another.
struct ConditionCompleter {
    let names: NameCompleter
    /// The byte at which the condition begins.
    let start: Int

    private static let comparisons = [
        "is", "is not", "is one of", "is not one of", "is more than", "is less than", "is at least", "is at most",
        "is before", "is after", "is empty", "is not empty", "contains", "starts with", "matches",
    ]
    private static let signs = ["!=", ">=", "<=", "=", ">", "<"]

    func completions() -> [Completion] {
        let cursor = names.cursor
        let text = cursor.file.text(in: min(start, cursor.offset)..<cursor.offset)
        let clauseStart = Self.clauseStart(in: text)
        let clause = String(text.utf8.dropFirst(clauseStart)) ?? ""
        guard let space = clause.utf8.firstIndex(of: 0x20) else {
            return names.path(from: start + clauseStart) + [word("not", from: start + clauseStart)]
        }
        let name = Name(String(clause[..<space]))
        let afterName = clauseStart + name.text.utf8.count + 1
        let rest = String(text.utf8.dropFirst(afterName)) ?? ""
        let words = Self.comparisons.filter { rest.isEmpty || $0.hasPrefix(rest) || $0.hasPrefix(rest.trimmed) }
        var found = words.map { word($0, from: start + afterName) }
        for comparison in (Self.comparisons + Self.signs) where rest.hasPrefix(comparison + " ") {
            let valueStart = afterName + comparison.utf8.count + 1
            found += values(of: name, comparison, from: valueStart, in: text)
        }
        return found
    }

    private func values(of name: Name, _ comparison: String, from valueStart: Int, in text: String) -> [Completion] {
        let written = String(text.utf8.dropFirst(valueStart)) ?? ""
        let comma = written.utf8.lastIndex(of: UInt8(ascii: ",")).map {
            written.utf8.distance(from: written.startIndex, to: $0) + 1
        }
        let blanks = written.utf8.dropFirst(comma ?? 0).prefix { $0 == 0x20 }.count
        let place = start + valueStart + (comma ?? 0) + blanks
        var found: [Completion] = []
        switch names.type(of: name) {
        case .choice(let choice)?: found += choice.answers.map { answer($0, from: place) }
        case .list(.choice(let choice)?)?: found += choice.answers.map { answer($0, from: place) }
        case .yesNo?: found += ["yes", "no"].map { word($0, from: place) }
        default: break
        }
        // Behind a value another test may follow.
        if let last = written.utf8.lastIndex(of: 0x20) {
            let before = written.utf8.distance(from: written.startIndex, to: last) + 1
            found += ["and", "or"].map { word($0, from: start + valueStart + before) }
        } else if comparison.hasSuffix("empty") {
            found += ["and", "or"].map { word($0, from: place) }
        }
        return found
    }

    private func answer(_ answer: ValueType.ChoiceType.Answer, from start: Int) -> Completion {
        let needsQuotes =
            answer.id.contains { ",()".contains($0) } || [" and ", " or "].contains(where: answer.id.contains)
        let text = needsQuotes ? "\"\(answer.id)\"" : answer.id
        return Completion(
            answer.id, .answer, detail: answer.label == answer.id ? nil : answer.label,
            edit: TextEdit(text, at: names.cursor.range(from: start)))
    }

    private func word(_ word: String, from start: Int) -> Completion {
        Completion(word, .word, edit: TextEdit(word, at: names.cursor.range(from: start)))
    }

    /// Where the last test begins: behind `and`, `or`, `not` and brackets.
    private static func clauseStart(in text: String) -> Int {
        var found = 0
        let bytes = Array(text.utf8)
        for at in bytes.indices {
            for word in [" and ", " or ", "not ", "("] where bytes[at...].starts(with: word.utf8) {
                let isWhole = word != "not " || at == found || at > 0 && bytes[at - 1] == UInt8(ascii: "(")
                if isWhole { found = max(found, at + word.utf8.count) }
            }
        }
        while found < bytes.count, bytes[found] == 0x20 || bytes[found] == UInt8(ascii: "(") { found += 1 }
        return found
    }
}
