import Diagnostics
import Expressions

/// Decodes `remind`: the time, the destination, and the condition that cancels it.
struct ReminderDecoder {
    let findings: DiagnosticCollector

    func reminder(_ block: Block) -> ThingSyntax {
        let go = block.destination("go")
        let unless = unless(block)
        let name = block.text("named")
        let value = block.value("remind", wants: "one time")
        block.require(
            "go", "`remind` does not say where to `go`",
            help: "add `go:` with the step to go to when the time has come")
        guard let value else { return .unreadable }
        var reminder = ReminderSyntax(span: value.span, when: when(value), go: go, unless: unless)
        reminder.name = name
        return .remind(reminder)
    }

    private func unless(_ block: Block) -> ReminderSyntax.Unless? {
        guard let value = block.value("unless", wants: "a condition") else { return nil }
        let (condition, problems) = ConditionSyntax.parse(value.string)
        findings.add(problems, in: value.text)
        return ReminderSyntax.Unless(condition: condition, source: value.text)
    }

    // `in 2 days`, `1 day before {visit}`, `at {visit.start}`.

    private func when(_ value: ValueNode) -> ReminderSyntax.When {
        let text = value.string
        if text.hasPrefix("in ") { return length(text.dropFirst(3), value).map { .after($0) } ?? .unreadable }
        if text.hasPrefix("at ") { return named(text.dropFirst(3), value).map { .before(.zero, $0) } ?? .unreadable }
        guard let before = text.firstRange(of: " before ") else {
            let isLength = Literal.duration(text) != nil
            return unclear(value, isLength ? "write `in \(text)`" : nil)
        }
        let length = length(text[..<before.lowerBound], value)
        let name = named(text[before.upperBound...], value)
        guard let length, let name else { return .unreadable }
        return .before(length, name)
    }

    private func unclear(_ value: ValueNode, _ help: String?) -> ReminderSyntax.When {
        findings.report(
            .badDuration, "`\(value.string)` does not say when to remind", at: value.span, label: "when?",
            help: help ?? "write such as `in 2 days`, `1 day before {visit}` or `at {visit.start}`")
        return .unreadable
    }

    private func length(_ words: Substring, _ value: ValueNode) -> TimeLength? {
        if let length = Literal.duration(String(words)), length > .zero { return length }
        findings.reportDuration(Located(String(words), at: span(words, value)), such: "2 days")
        return nil
    }

    /// A single name in braces.
    private func named(_ words: Substring, _ value: ValueNode) -> TextSyntax? {
        let (template, problems) = Template.parse(String(words))
        let source = value.text.part(range(words, value))
        findings.add(problems, in: source)
        if !problems.isEmpty { return nil }
        let text = TextSyntax(source: source, template: template, span: span(words, value))
        let isName = words.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { Name.isIdentifier($0) }
        let when = value.string.dropLast(words.count)
        return findings.isOneName(text, "remind", such: isName ? "\(when){\(words)}" : "1 day before {visit}")
            ? text : nil
    }

    private func span(_ words: Substring, _ value: ValueNode) -> Span { value.text.span(range(words, value)) }

    private func range(_ words: Substring, _ value: ValueNode) -> Range<Int> {
        let start = value.string.utf8.distance(from: value.string.startIndex, to: words.startIndex)
        return start..<start + words.utf8.count
    }
}
