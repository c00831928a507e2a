extension DiagnosticReport {
    /// The report for a terminal: every message with the source line and a caret under the word at fault.
    ///
    /// - Parameter colors: whether to use ANSI colours.
    public func text(colors: Bool = false) -> String {
        let paint = Paint(isOn: colors)
        return diagnostics.map { block(for: $0, paint) }.joined(separator: "\n")
    }

    /// A one-line summary: `2 errors, 1 warning`, or that no problems were found.
    public var summary: String {
        if diagnostics.isEmpty { return "nothing to mend" }
        return [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
            .joined(separator: ", ")
    }

    private func block(for diagnostic: Diagnostic, _ paint: Paint) -> String {
        let spots = [(diagnostic.span, diagnostic.label, true)] + diagnostic.related.map { ($0.span, $0.label, false) }
        let width = spots.map { String(places(of: $0.0).start.line).count }.max() ?? 1
        let gutter = String(repeating: " ", count: width + 1)
        let color: Paint.Color = diagnostic.severity == .error ? .red : .yellow

        var lines = [
            paint("\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]", color, bold: true)
                + paint(": \(diagnostic.message.visible)", bold: true)
        ]
        for (span, label, isMain) in spots {
            lines += excerpt(of: span, label: label, width: width, isMain ? color : .blue, isMain: isMain, paint)
        }
        if let note = diagnostic.note { lines.append("\(gutter)\(paint("=", .blue)) way: \(note.visible)") }
        if let help = diagnostic.help { lines.append("\(gutter)\(paint("=", .blue)) help: \(help.visible)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func excerpt(
        of span: Span, label: String, width: Int, _ color: Paint.Color, isMain: Bool, _ paint: Paint
    ) -> [String] {
        let (start, end) = places(of: span)
        let gutter = String(repeating: " ", count: width + 1)
        let arrow = isMain ? " -->" : " :::"
        var lines = ["\(paint(arrow, .blue)) \(span.file):\(start.line):\(start.column)"]
        guard let file = file(span.file) else { return lines }

        let line = Array(file.text(in: file.lineRange(start.line - 1)).visible)
        let marked = start.column - 1..<max(start.column, start.line == end.line ? end.column - 1 : line.count)
        let shown = window(of: line.count, around: marked)
        let before = (shown.lowerBound > 0 ? ["…"] : []) + line[shown].prefix(marked.lowerBound - shown.lowerBound)
        let guilty = line[shown].dropFirst(marked.lowerBound - shown.lowerBound).prefix(marked.count)
        let text = (shown.lowerBound > 0 ? "…" : "") + String(line[shown]) + (shown.upperBound < line.count ? "…" : "")

        let carets = String(repeating: isMain ? "^" : "-", count: max(1, guilty.map(columns).reduce(0, +)))
        let number = String(repeating: " ", count: width - String(start.line).count) + String(start.line)
        lines.append(paint("\(gutter)|", .blue))
        lines.append(paint("\(number) |", .blue) + " \(text)")
        let padding = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: columns($0)) }.joined()
        lines.append(
            paint("\(gutter)|", .blue) + " \(padding)" + paint(carets + (label.isEmpty ? "" : " \(label)"), color))
        return lines
    }

    /// The part of a line that is shown: the whole line, or enough of a long one to show the marked part in context.
    private func window(of length: Int, around marked: Range<Int>) -> Range<Int> {
        let widest = 120
        guard length > widest else { return 0..<length }
        let start = min(max(0, min(marked.upperBound - widest * 3 / 4, marked.lowerBound - 20)), length - 1)
        return start..<min(length, start + widest)
    }

    /// The number of terminal cells that a character occupies: two for wide East Asian characters and for emoji.
    private func columns(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

extension String {
    /// The text without characters that steer a terminal: a sign stands in place of each.
    fileprivate var visible: String {
        let isHidden = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .control && scalar != "\t" && scalar != "\n"
        }
        guard unicodeScalars.contains(where: isHidden) else { return self }
        return unicodeScalars.reduce(into: "") { $0.unicodeScalars.append(isHidden($1) ? "\u{FFFD}" : $1) }
    }
}

/// ANSI colours, or none.
private struct Paint {
    enum Color: String {
        case red = "31"
        case yellow = "33"
        case blue = "34"
    }

    let isOn: Bool

    func callAsFunction(_ text: String, _ color: Color? = nil, bold: Bool = false) -> String {
        guard isOn else { return text }
        let codes = [bold ? "1" : nil, color?.rawValue].compactMap { $0 }.joined(separator: ";")
        return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    }
}
