import Diagnostics

extension FileReader {
    mutating func reportMissingColon(_ line: Line, _ word: Range<Int>?, _ region: Region) {
        guard reportedLines.insert(line.number).inserted else { return }
        if let dash = dashMeant(by: line) { return report(dash, of: line) }
        let text = file.text(in: line.start..<line.range.upperBound)
        if let colon = text.firstMatch(of: /[：﹕∶]/) {
            let (key, rest) = (text[..<colon.range.lowerBound], text[colon.range.upperBound...])
            let space = rest.isEmpty || rest.first == " " ? "" : " "
            return report(
                .missingColon, "this line has no colon", at: span(line.start..<line.range.upperBound),
                label: "`\(colon.0)` is another sign", help: "did you mean `\(key):\(space)\(rest)`?")
        }
        let help =
            switch region {
            case .steps, .named, .weeks, .translations: "did you mean `\(text):`?"
            case .labelled: "write where it leads: `\(text): end`"
            case .conditions: "write where it leads: `\(text): …`"
            case .translation, .translated: "write `key: value`"
            case .flow, .bot, .language, .card: "did you mean `\(word.map { withColon($0, line) } ?? "say: \(text)")`?"
            case .assignments, .inputs, .table, .config: "write `key: value`"
            }
        report(
            .missingColon, "this line has no colon", at: span(line.start..<line.range.upperBound),
            label: "neither `key: value` nor a list item", help: help)
    }

    private func withColon(_ word: Range<Int>, _ line: Line) -> String {
        "\(file.text(in: word)):\(file.text(in: word.upperBound..<line.range.upperBound))"
    }

    mutating func reportMissingSpace(_ line: Line, _ colon: Int) {
        let word = file.text(in: line.start..<colon)
        report(
            .missingSpace, "there is no space after `\(word):`", at: span(colon + 1..<colon + 1),
            label: "a space is missing",
            help: "write `\(word): \(file.text(in: colon + 1..<line.range.upperBound))`")
    }

    mutating func reportIndent(_ line: Line, _ shape: LineShape, in block: OpenBlock, below key: String?) {
        guard reportedLines.insert(line.number).inserted, !block.strayIndents.contains(line.indent) else { return }
        let what = shape.hasColon && !shape.isItem ? "`\(shape.word)`" : "this line"
        report(
            .badIndent, "\(what) is further \(line.indent > block.indent ? "in" : "out") than the lines above it",
            at: place(of: line, shape), label: "not at the column of its block",
            help: key.map { "move it under `\($0)`" } ?? "lines of a block begin at the same column")
    }

    mutating func reportNotDeeper(_ line: Line, _ shape: LineShape, than key: String) {
        guard reportedLines.insert(line.number).inserted else { return }
        report(
            .badIndent, "`\(shape.word)` is not further in than `\(key)`, to which it belongs",
            at: place(of: line, shape), label: "not further in",
            help: "put two spaces before it, and before the lines that go with it")
    }

    private func place(of line: Line, _ shape: LineShape) -> Span {
        let length = shape.isItem ? 1 : shape.word.utf8.count
        return span(line.start..<max(line.start + 1, line.start + length))
    }

    mutating func reportStrayItem(_ line: Line) {
        guard reportedLines.insert(line.number).inserted else { return }
        if let dash = dashMeant(by: line) { return report(dash, of: line) }
        report(
            .wrongShape, "a list item stands among keys", at: span(line.start..<line.start + 1),
            label: "what list does it belong to?", help: "a list stands below its key, such as `answers:`")
    }

    mutating func reportNoItem(_ line: Line, _ shape: LineShape) {
        guard reportedLines.insert(line.number).inserted else { return }
        if let dash = dashMeant(by: line) { return report(dash, of: line) }
        let text = file.text(in: line.start..<line.range.upperBound)
        let code: DiagnosticCode = shape.hasColon ? .wrongShape : .missingColon
        report(
            code, shape.hasColon ? "a key stands among list items" : "this line has no colon",
            at: place(of: line, shape),
            label: "neither `key: value` nor a list item", help: "did you mean `- \(text)`?")
    }

    mutating func reportSwallowed(_ line: Line) {
        report(
            .swallowedItem, "this item is read as part of the text above it", at: span(line.start..<line.start + 1),
            label: "further in than that text",
            help: "put it at the column of the other items; lines that begin with a dash go below `|`")
    }

    mutating func reportStep(_ second: ValueNode, first: ValueNode) {
        let place = file.place(of: first.span.range.lowerBound)
        report(
            .duplicateStep, "there are two steps called `\(second.string)`, the other on line \(place.line)",
            at: second.span, label: "the second `\(second.string)`", help: "give one of them another name",
            related: [Diagnostic.Related("the first", at: first.span)])
    }

    mutating func reportKey(_ second: ValueNode, first: ValueNode, _ region: Region) {
        let key = second.string
        let help = key == "say" ? "for two messages write a list below one `say:`" : "keep one of them"
        report(
            .duplicateKey, "`\(key)` is written twice in this block", at: second.span, label: "the second `\(key)`",
            help: help, related: [Diagnostic.Related("the first", at: first.span)])
    }

    func span(_ range: Range<Int>) -> Span { Span(file: file.path, range: range) }

    mutating func report(
        _ code: DiagnosticCode, _ message: String, at span: Span, label: String = "", help: String? = nil,
        related: [Diagnostic.Related] = []
    ) {
        diagnostics.append(Diagnostic(code, message, at: span, label: label, help: help, related: related))
    }
}
