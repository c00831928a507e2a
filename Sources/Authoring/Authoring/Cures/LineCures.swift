import Diagnostics
import FlowCompiler

/// Cures of lines, their indentation and their keys.
enum LineCures {
    /// The beginning of a flow in an empty file.
    @Sendable static func skeleton(_ context: CureContext) -> [Cure] {
        guard KeyPlace(file: context.file.path) == .flow else { return [] }
        let lines = [
            "flow: \(context.file.flowName)", "start: hello", "steps:", "  hello:", "    say: Hello.", "    then: end",
            "",
        ]
        let end = context.file.bytes.count
        return context.cure("Write a first step", [context.edit(lines.joined(separator: "\n"), end..<end)])
    }

    /// Spaces in place of the tabs before a line: for each as many as the first indented line has, or as many as the
    /// lines above it have.
    @Sendable static func tabs(_ context: CureContext) -> [Cure] {
        let file = context.file
        let width =
            file.lineStarts.indices.lazy.compactMap { index -> Int? in
                let line = file.bytes[file.lineRange(index)]
                let spaces = line.prefix { $0 == 0x20 }.count
                return spaces > 0 && spaces < line.count ? spaces : nil
            }.first ?? 2
        let line = context.line
        let range = line.range.lowerBound..<line.range.lowerBound + line.column
        let usual = file.bytes[range].reduce(0) { $0 + ($1 == 0x09 ? width : 1) }
        let tried = ([usual] + columnsAbove(context)).compactMap { column in
            attempt([context.edit(String(repeating: " ", count: column), range)], context)
        }
        guard let best = tried.min(by: { $0.diagnostics < $1.diagnostics }) else { return [] }
        return [Cure("Indent with spaces", best.edits, isCertain: true)]
    }

    /// The columns of the lines above it, of which those remain that make the project better.
    @Sendable static func columns(_ context: CureContext) -> [Cure] {
        let lines = CursorLines(context.file).lines
        let line = context.line
        let count = lines[(line.number + 1)...].prefix { $0.isBlank || $0.column > line.column }.count
        let moved = (line.number...line.number + count).filter { !lines[$0].isBlank }
        let tried = columnsAbove(context).prefix(8).compactMap { column -> (diagnostics: Int, cure: Cure)? in
            let edits = moved.map { number in
                let old = lines[number].column
                let start = lines[number].range.lowerBound
                return context.edit(
                    String(repeating: " ", count: max(0, old + column - line.column)), start..<start + old)
            }
            guard let tried = attempt(edits, context) else { return nil }
            let title = "Move it \(column < line.column ? "out" : "in") to column \(column + 1)"
            return (tried.diagnostics, Cure(title, edits, isCertain: true))
        }
        let best = tried.map(\.diagnostics).min()
        let likeliest = tried.filter { $0.diagnostics == best }.map(\.cure)
        // One of several is not certain.
        return likeliest.count == 1 ? likeliest : likeliest.map { Cure($0.title, $0.edits) }
    }

    /// The columns at which lines above the place begin, and those of blocks below them, the nearest first.
    private static func columnsAbove(_ context: CureContext) -> [Int] {
        let line = context.line
        let lines = CursorLines(context.file).lines.prefix(line.number).reversed()
        var columns: [Int] = []
        for other in lines.filter({ !$0.isBlank && !$0.isComment }).prefix(30) {
            for column in [other.column, other.content.column, other.column + 2] where column != line.column {
                if !columns.contains(column) { columns.append(column) }
            }
        }
        return columns
    }

    /// The edits with the number of diagnostics that remain; `nil` when there are not fewer errors.
    private static func attempt(
        _ edits: [TextEdit], _ context: CureContext
    ) -> (edits: [TextEdit], diagnostics: Int)? {
        let after = context.draft.applying(edits).compilation.report
        return after.errors < context.draft.compilation.report.errors ? (edits, after.diagnostics.count) : nil
    }

    @Sendable static func space(_ context: CureContext) -> [Cure] {
        if context.marked == "-" { return dash(context) }
        return context.cure("Put a space behind the colon", [TextEdit(" ", at: context.span)], isCertain: true)
    }

    /// The dash of an item, in place of another sign or of one without a space.
    @Sendable static func dash(_ context: CureContext) -> [Cure] {
        guard let sign = context.marked.first, "-‐‑–—−•·‣*".contains(sign), context.marked.trimmed.count == 1 else {
            return []
        }
        return context.cure("Begin the item with `- `", [TextEdit("- ", at: context.span)], isCertain: true)
    }

    /// A label or a condition without a destination.
    @Sendable static func colon(_ context: CureContext) -> [Cure] {
        guard context.diagnostic.help?.hasPrefix("write where it leads") == true else { return [] }
        let end = context.span.range.upperBound
        return context.cure("Lead it to the end", [context.edit(": end", end..<end)])
    }

    // Repeated keys.

    /// Two messages as one list.
    @Sendable static func merged(_ context: CureContext) -> [Cure] {
        guard context.marked == "say", let first = context.diagnostic.related.first?.span else { return [] }
        let file = context.file
        let one = LineText(file, file.line(at: first.range.lowerBound))
        let other = context.line
        let (text, second) = (one.content.keyAndValue().value, other.content.keyAndValue().value)
        guard !text.isEmpty, !second.isEmpty, one.content.dash == nil else { return [] }
        let indent = context.newline + String(repeating: " ", count: one.column + 2)
        let list = "say:\(indent)- \(text)\(indent)- \(second)"
        return context.cure(
            "Send both messages with one `say`",
            [
                context.edit(list, one.range.lowerBound + one.column..<one.range.upperBound),
                context.removing(lines: other.number...other.number),
            ])
    }

    /// Without the second of two keys.
    @Sendable static func removeBlock(_ context: CureContext) -> [Cure] {
        let lines = CursorLines(context.file).lines
        let line = context.line
        guard line.content.dash == nil else { return [] }
        let below = lines[(line.number + 1)...].prefix { $0.isBlank || $0.column > line.column }
        let last = below.last { !$0.isBlank }?.number ?? line.number
        return context.cure("Remove the second `\(context.marked)`", [context.removing(lines: line.number...last)])
    }
}
