import Diagnostics
import FlowCompiler

/// Edits of the `was` of a step.
struct WasEdit {
    let file: SourceFile
    /// The step with its name.
    let step: Entry

    /// Adds a name to those that the step had earlier, and removes one that it has again.
    func edits(adding old: String?, removing name: String) -> [TextEdit] {
        guard case .map(let block)? = step.value else { return [] }
        guard let was = block.entry("was") else { return old.map { [newLine($0, in: block)] } ?? [] }
        let before = words(of: was)
        let after = (before + [old].compactMap { $0 }).filter { $0 != name }
        if before == after { return [] }
        if after.isEmpty { return [TextEdit("", at: wholeLines(of: was.span))] }
        let text = after.count == 1 ? after[0] : "[\(after.joined(separator: ", "))]"
        return [TextEdit("was: \(text)", at: was.span)]
    }

    private func words(of was: Entry) -> [String] {
        switch was.value {
        case .value(let value)?: [value.string]
        case .list(let list)?: list.items.compactMap { if case .value(let value) = $0 { value.string } else { nil } }
        default: []
        }
    }

    /// A line below the name of the step, before its other lines.
    private func newLine(_ old: String, in block: MapNode) -> TextEdit {
        let first = block.entries.first?.key.span.range.lowerBound ?? step.span.range.upperBound
        let line = file.lineRange(file.line(at: first))
        let indent = file.text(in: line.lowerBound..<first)
        return TextEdit(
            "\(indent)was: \(old)\(file.lineBreak)", at: Span(file: file.path, range: line.lowerBound..<line.lowerBound)
        )
    }

    private func wholeLines(of span: Span) -> Span {
        let start = file.lineStarts[file.line(at: span.range.lowerBound)]
        let last = file.line(at: max(span.range.lowerBound, span.range.upperBound - 1))
        let end = last + 1 < file.lineStarts.count ? file.lineStarts[last + 1] : file.bytes.count
        return Span(file: file.path, range: start..<end)
    }
}
