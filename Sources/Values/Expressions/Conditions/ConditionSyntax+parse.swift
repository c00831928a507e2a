import Diagnostics

extension ConditionSyntax {
    /// Parses a condition. Parts that cannot be parsed are reported and become `broken`.
    public static func parse(_ text: String) -> (condition: ConditionSyntax, problems: [Problem]) {
        var parser = ConditionParser(text)
        let condition = parser.whole()
        return (condition, parser.problems)
    }
}

/// Parses `name word value`, joined with `and` or `or`, in brackets, after `not`.
struct ConditionParser {
    typealias Test = ConditionSyntax.Test
    typealias Word = ConditionSyntax.Word
    typealias RightSide = ConditionSyntax.RightSide

    let bytes: [UInt8]
    var at = 0
    private var depth = 0
    private(set) var problems: [Problem] = []

    private static let quotesHelp = "put the text in quotes if it contains `and`, `or`, a bracket or a comma"
    private static let partOfTextHelp = "if this belongs to a text, put the text in quotes"

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func whole() -> ConditionSyntax {
        let condition = joined()
        skipSpace()
        guard at < bytes.count, problems.isEmpty else { return condition }
        return broken("`\(string(at..<bytes.count))` stands behind the end of the condition", at..<bytes.count)
    }

    /// Terms joined with only `and` or only `or`.
    private mutating func joined() -> ConditionSyntax {
        var terms = [term()]
        var word: String?
        while problems.isEmpty, let next = connector() {
            if let word, word != string(next) {
                return broken(
                    .mixedAndOr, "which belongs together, `and` or `or`?", next, label: "this is the second word",
                    help: "put brackets round what belongs together")
            }
            word = string(next)
            at = next.upperBound
            if word == "or", case .test(let test)? = terms.last, let values = valuesAlone(after: test) {
                return broken(values, beside: test)
            }
            terms.append(term())
        }
        if terms.count == 1 { return terms[0] }
        return word == "and" ? .all(terms) : .any(terms)
    }

    private mutating func term() -> ConditionSyntax {
        skipSpace()
        if at < bytes.count, bytes[at] == UInt8(ascii: "(") { return brackets() }
        if let word = word(at: at), string(word) == "not" {
            let back = at
            at = word.upperBound
            skipSpace()
            if at < bytes.count, bytes[at] == UInt8(ascii: "(") { return .not(brackets()) }
            at = back
        }
        return test()
    }

    private mutating func brackets() -> ConditionSyntax {
        let opening = at
        at += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= 20 else { return broken("the brackets lie too deep", opening..<opening + 1) }
        let condition = joined()
        guard problems.isEmpty else { return .broken }
        skipSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: ")") else {
            return broken(
                .badCondition, "this bracket is never closed", opening..<opening + 1, label: "opened here",
                help: "put a `)` where it ends")
        }
        at += 1
        return condition
    }

    private mutating func test() -> ConditionSyntax {
        let start = at
        while at < bytes.count, isNamePart(bytes[at]) { at += 1 }
        let range = start..<at
        guard isName(string(range)) else {
            let part = range.isEmpty ? (word(at: start) ?? start..<bytes.count) : range
            guard !part.isEmpty else {
                return broken("a condition begins with a name", max(0, start - 1)..<start, help: Self.quotesHelp)
            }
            return broken(
                "`\(string(part))` is not a name", part, help: "a condition begins with a name, without braces")
        }
        let name = Name(string(range))
        guard let (word, wordRange) = comparison(after: range) else { return .broken }
        guard let right = rightSides(of: word, wordRange) else { return .broken }
        return .test(Test(name: name, nameRange: range, word: word, wordRange: wordRange, right: right))
    }

    private mutating func comparison(after name: Range<Int>) -> (Word, Range<Int>)? {
        skipSpace()
        for (spelling, word) in Word.spellings {
            guard let end = end(of: spelling) else { continue }
            defer { at = end }
            return (word, at..<end)
        }
        if ["if", "when"].contains(string(name).lowercased()), word(at: at) != nil {
            _ = broken(
                .badCondition, "a condition begins with a name, without `\(string(name))`", name, label: "not needed",
                help: "leave out `\(string(name))`")
        } else if let part = word(at: at), !["and", "or"].contains(string(part)) {
            _ = broken(
                .badCondition, "`\(string(part))` is no word of a condition", part, label: "compares nothing",
                help: Self.comparisonHelp(for: string(part)))
        } else {
            _ = broken(
                .badCondition, "`\(string(name))` is compared with nothing", name, label: "and then?",
                help: "write `\(string(name)) is …`; \(Self.partOfTextHelp)")
        }
        return nil
    }

    /// The end of the comparison words `spelling` at the current position, with any number of spaces between the words.
    func end(of spelling: String) -> Int? {
        var end = at
        for (index, word) in spelling.split(separator: " ").enumerated() {
            let start = end
            while end < bytes.count, isSpace(bytes[end]) { end += 1 }
            guard index == 0 || end > start, bytes[end...].starts(with: word.utf8) else { return nil }
            end += word.utf8.count
        }
        if end == bytes.count || isSpace(bytes[end]) || bytes[end] == UInt8(ascii: ")") { return end }
        let isSign = "=<>!".utf8.contains(bytes[at])
        return isSign && !"=<>!".utf8.contains(bytes[end]) ? end : nil
    }

    static func comparisonHelp(for word: String) -> String {
        switch word.lowercased() {
        case "equals", "equal", "==", "was", "are", "be", "has": return "did you mean `is`?"
        case "isn't", "isnt", "<>", "not": return "did you mean `is not`?"
        case "includes", "include", "contain": return "did you mean `contains`?"
        case "more", "greater", "above", "over": return "did you mean `is more than`?"
        case "less", "below", "under", "smaller": return "did you mean `is less than`?"
        default:
            let near = closest(to: word, among: ["is", "contains", "matches", "starts with"])
            return near.map { "did you mean `\($0)`?" }
                ?? "write `is` or another word that compares; \(partOfTextHelp)"
        }
    }

    private mutating func rightSides(of word: Word, _ wordRange: Range<Int>) -> [RightSide]? {
        if word.takesNothing { return [] }
        var sides: [RightSide] = []
        repeat {
            skipSpace()
            guard let side = rightSide() else {
                if problems.isEmpty {
                    _ = broken(
                        .badCondition, "`\(string(wordRange))` compares with nothing", wordRange, label: "with what?",
                        help: "write behind it what to compare with")
                }
                return nil
            }
            sides.append(side)
            skipSpace()
        } while word.takesSeveral && take(UInt8(ascii: ","))
        if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
            _ = broken(
                "a comma stands in this text", at..<at + 1,
                help: word == .contains
                    ? "for several texts write `contains one of`; \(Self.quotesHelp)"
                    : "for several values write `is one of`; \(Self.quotesHelp)")
            return nil
        }
        return sides
    }

    mutating func rightSide() -> RightSide? {
        guard at < bytes.count else { return nil }
        switch bytes[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted()
        case UInt8(ascii: "{"): return name()
        default: return words()
        }
    }

    private mutating func quoted() -> RightSide? {
        let opening = at
        guard let length = QuotedText.closing(bytes[opening...]) else {
            _ = broken(
                .unclosedQuote, "this quote is never closed", opening..<opening + 1, label: "opened here",
                help: "end the text with another `\(string(opening..<opening + 1))`")
            return nil
        }
        let closing = opening + length
        at = closing + 1
        let text = QuotedText.content(bytes, opening + 1..<closing, quote: bytes[opening])
        return RightSide(content: .words(text), range: opening..<at)
    }

    private mutating func name() -> RightSide? {
        let opening = at
        guard let closing = bytes[at...].firstIndex(of: UInt8(ascii: "}")) else {
            _ = broken(.unclosedBrace, "this `{` is never closed", opening..<opening + 1)
            return nil
        }
        let text = string(trimmed(opening + 1..<closing))
        guard isName(text) else {
            _ = broken("`\(text)` is not a name", opening..<closing + 1)
            return nil
        }
        at = closing + 1
        return RightSide(content: .name(Name(text)), range: trimmed(opening + 1..<closing))
    }

    /// Plain words, up to `and`, `or`, a comma, a bracket or the end.
    private mutating func words() -> RightSide? {
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: ","), bytes[at] != UInt8(ascii: ")"),
            bytes[at] != UInt8(ascii: "(")
        {
            if isSpace(bytes[at]), connector() != nil { break }
            at += 1
        }
        if at < bytes.count, bytes[at] == UInt8(ascii: "(") {
            _ = broken("a bracket stands in this text", at..<at + 1, help: Self.quotesHelp)
            return nil
        }
        let range = trimmed(start..<at)
        return range.isEmpty ? nil : RightSide(content: .words(string(range)), range: range)
    }

    /// `and` or `or` as the next whole word.
    func connector() -> Range<Int>? {
        var start = at
        while start < bytes.count, isSpace(bytes[start]) { start += 1 }
        guard let word = word(at: start), ["and", "or"].contains(string(word)) else { return nil }
        return word
    }

    func word(at start: Int) -> Range<Int>? {
        var end = start
        while end < bytes.count, !isSpace(bytes[end]), bytes[end] != UInt8(ascii: "("), bytes[end] != UInt8(ascii: ")")
        {
            end += 1
        }
        return end > start ? start..<end : nil
    }

    mutating func broken(
        _ code: DiagnosticCode = .badCondition, _ message: String, _ range: Range<Int>, label: String = "",
        help: String? = nil
    ) -> ConditionSyntax {
        if problems.isEmpty { problems.append(Problem(code, message, at: range, label: label, help: help)) }
        return .broken
    }

    private mutating func broken(_ message: String, _ range: Range<Int>, help: String? = nil) -> ConditionSyntax {
        broken(.badCondition, message, range, help: help)
    }

    private func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.allSatisfy { Name.isIdentifier($0) }
    }

    /// Whether a byte can belong to a name; all bytes of non-ASCII letters can.
    func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

    mutating func skipSpace() { while at < bytes.count, isSpace(bytes[at]) { at += 1 } }

    mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let first = range.first, isSpace(bytes[first]) { range = range.dropFirst() }
        while let last = range.last, isSpace(bytes[last]) { range = range.dropLast() }
        return range
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
