import Diagnostics
import Expressions

/// Decodes `date`: the accepted dates.
struct DateDecoder {
    let findings: DiagnosticCollector

    func date(_ block: Block, key: Span) -> QuestionKindSyntax {
        guard let node = block.node("date") else { return .unreadable }
        if case .value = node {
            guard let word = block.choice("date", as: DateWord.self) else { return .unreadable }
            return .date(kind(word, key))
        }
        guard let below = block.block("date") else { return .unreadable }
        below.expectKeys(of: .date)
        let shows = below.word("shows")?.value
        let field = FieldSyntax(label: below.text("label"), hint: below.text("hint"))
        return .date(
            DateKindSyntax(
                key: key, from: limit("from", below), to: limit("to", below), preset: limit("preset", below),
                shows: shows, field: field))
    }

    /// `past` is up to today, `future` from tomorrow for two years.
    private func kind(_ word: Located<DateWord>, _ key: Span) -> DateKindSyntax {
        switch word.value {
        case .any: DateKindSyntax(key: key)
        case .past: DateKindSyntax(key: key, to: Located(.today(), at: word.span))
        case .future:
            DateKindSyntax(
                key: key, from: Located(.today(days: 1), at: word.span), to: Located(.today(years: 2), at: word.span))
        }
    }

    /// A date, `today`, or `today + 30 days`.
    private func limit(_ key: String, _ below: Block) -> Located<DateLimit>? {
        guard let word = below.word(key) else { return nil }
        switch DateLimit.reading(word.value) {
        case .success(let limit): return Located(limit, at: word.span)
        case .failure(.length(let words)):
            findings.report(
                .badDuration, "`\(words)` is not a number of days", at: word.span, label: "not a number of days",
                help: "write days or weeks, such as `today + 30 days`")
        case .failure(.date(let mistake)):
            findings.report(
                .badDate, mistake.message(for: word.value), at: word.span, label: "not a day",
                help: "write `2026-12-01`, `today` or `today + 30 days`")
        }
        return nil
    }
}
