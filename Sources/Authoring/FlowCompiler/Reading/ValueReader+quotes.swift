import Diagnostics
import Expressions

extension ValueReader {
    /// The value without its quotes when all of it is in quotes, broken when its quote is never closed; `nil` when it
    /// is not in quotes.
    mutating func unquoted(_ text: SourceText, _ span: Span, isProse: Bool) -> Node? {
        guard let first = text.string.first else { return nil }
        if Quotes.isCurly(first) { return curly(text, span).map { .value($0) } }
        guard first == "\"" || first == "'" else { return nil }
        let body = Array(text.string.utf8)
        guard let closing = QuotedText.closing(body) else {
            reportUnclosedQuote(span, first)
            return .broken(span)
        }
        let rest = String(decoding: body[(closing + 1)...], as: UTF8.self)
        guard rest.isEmpty || (isProse && isComment(rest)) else { return nil }
        let end = text.span(closing..<closing + 1).range.upperBound
        return .value(
            ValueNode(
                text: Quotes.content(of: text, body, closing), isQuoted: true,
                span: Span(file: span.file, range: span.range.lowerBound..<end)))
    }

    private mutating func reportUnclosedQuote(_ span: Span, _ quote: Character) {
        report(
            .unclosedQuote, "this quote is never closed", at: span.range.lowerBound..<span.range.lowerBound + 1,
            label: "opened here",
            help: quote == "'"
                ? "put the whole text in double quotes" : "end the value with `\"`, or leave the quote out")
    }

    /// Whether a space and `#` begin a comment here.
    private func isComment(_ rest: String) -> Bool {
        rest.first.map { $0 == " " || $0 == "\t" } ?? false && rest.drop { $0 == " " || $0 == "\t" }.first == "#"
    }

    private mutating func curly(_ text: SourceText, _ span: Span) -> ValueNode? {
        guard text.string.count > 1, let first = text.string.first, let last = text.string.last, Quotes.isCurly(last)
        else { return nil }
        let opening = String(first).utf8.count
        let ending = text.string.utf8.count - String(last).utf8.count
        let inner = String(decoding: Array(text.string.utf8)[opening..<ending], as: UTF8.self)
        guard !inner.contains(where: Quotes.isCurly) else { return nil }
        report(
            .curlyQuotes, "these quotes are curly; we read them as `\(Quotes.straight(first))`",
            at: span.range.lowerBound..<span.range.lowerBound + opening, label: "a curly quote",
            help: "type straight quotes, or none")
        return ValueNode(text: text.part(opening..<ending), isQuoted: true, span: span)
    }

    func closingQuote(_ opening: Int, _ end: Int) -> Int? {
        QuotedText.closing(bytes[opening..<end]).map { $0 + opening }
    }
}
