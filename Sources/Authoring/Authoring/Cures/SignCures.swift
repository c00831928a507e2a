import Diagnostics
import FlowCompiler

/// Cures of quotes, brackets and signs.
enum SignCures {
    @Sendable static func closeQuote(_ context: CureContext) -> [Cure] {
        let end = context.endOfLine
        return context.cure("Close the quote", [context.edit(context.marked, end..<end)])
            + context.cure("Remove the quote", [TextEdit("", at: context.span)])
    }

    @Sendable static func closeList(_ context: CureContext) -> [Cure] {
        let end = context.endOfLine
        return context.cure("Close the list", [context.edit("]", end..<end)], isCertain: true)
    }

    /// `{ say: Hello, then: end }` with a line for each key.
    @Sendable static func lines(_ context: CureContext) -> [Cure] {
        let line = context.line
        let start = context.span.range.lowerBound
        let text = context.file.text(in: start..<line.range.upperBound)
        guard let close = text.lastIndex(of: "}"), text.first == "{" else { return [] }
        var parts: [String] = []
        for part in text[text.index(after: text.startIndex)..<close].split(separator: ",") {
            let key = part.prefix { $0 != ":" }.trimmed
            let isKey = part.contains(":") && !key.contains(" ")
            if isKey || parts.isEmpty { parts.append(part.trimmed) } else { parts[parts.count - 1] += "," + part }
        }
        let indent = context.newline + String(repeating: " ", count: line.content.column + 2)
        var begin = start
        while begin > line.range.lowerBound, context.file.bytes[begin - 1] == 0x20 { begin -= 1 }
        let end = start + text.utf8.distance(from: text.startIndex, to: close) + 1
        return context.cure("Write a key a line", [context.edit(parts.map { indent + $0 }.joined(), begin..<end)])
    }

    /// Without an anchor, an alias or a tag of YAML.
    @Sendable static func withoutSign(_ context: CureContext) -> [Cure] {
        let start = context.span.range.lowerBound
        guard start < context.file.bytes.count else { return [] }
        let text = context.file.text(in: start..<context.line.range.upperBound)
        switch text.first {
        case "*": return context.cure("Remove the `*`", [context.edit("", start..<start + 1)])
        case "&", "!":
            let word = text.prefix { $0 != " " }.utf8.count
            let blanks = text.utf8.dropFirst(word).prefix { $0 == 0x20 }.count
            return context.cure(
                "Remove `\(text.prefix { $0 != " " })`", [context.edit("", start..<start + word + blanks)])
        case "-" where text.hasPrefix("---"), "." where text.hasPrefix("..."):
            return context.cure("Remove the line", [context.removing(lines: context.line.number...context.line.number)])
        default: return []
        }
    }

    /// A text in quotes, so that every tool reads it as it is sent.
    @Sendable static func quoted(_ context: CureContext) -> [Cure] {
        guard let value = context.value, !value.isQuoted, !value.isBlock else { return [] }
        let written = context.file.text(in: value.span.range)
        guard !written.contains(where: \.isNewline) else { return [] }
        return context.cure("Put the text in quotes", [TextEdit(written.inQuotes, at: value.span)], isCertain: true)
    }

    @Sendable static func straight(_ context: CureContext) -> [Cure] {
        let line = context.line
        let start = context.span.range.lowerBound
        let text = context.file.text(in: start..<line.range.upperBound)
        guard let opening = text.first, let closing = text.lastIndex(where: { "“”„‟‘’‚‛".contains($0) }),
            closing != text.startIndex
        else { return [] }
        let inner = String(text[text.index(after: text.startIndex)..<closing])
        let end = start + text.utf8.distance(from: text.startIndex, to: text.index(after: closing))
        let isSingle = "‘’‚‛".contains(opening)
        let written = isSingle ? "'\(inner.replacing("'", with: "''"))'" : inner.inQuotes
        return context.cure("Make the quotes straight", [context.edit(written, start..<end)], isCertain: true)
    }

    /// Plain spaces for all that stand side by side, such as those before a line.
    @Sendable static func plainSpace(_ context: CureContext) -> [Cure] {
        let start = context.span.range.lowerBound
        let spaces = context.file.text(in: start..<context.line.range.upperBound).prefix {
            " \u{A0}\u{2007}\u{202F}".contains($0)
        }
        let end = start + spaces.utf8.count
        return context.cure(
            spaces.count == 1 ? "Write a plain space" : "Write plain spaces",
            [context.edit(String(repeating: " ", count: spaces.count), start..<end)], isCertain: true)
    }
}

extension String {
    /// In double quotes, with what is inside of them escaped.
    var inQuotes: String { "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
}

extension CureContext {
    /// The end of the line without the spaces there.
    var endOfLine: Int {
        var end = line.range.upperBound
        while end > line.range.lowerBound, file.bytes[end - 1] == 0x20 { end -= 1 }
        return end
    }
}
