import Diagnostics

/// Reads values on the right of a colon: prose, words, quotes, lists on one line.
struct ValueReader {
    /// How the lines of a block text below `|` or `>` are joined.
    struct BlockStyle {
        /// `|` keeps lines, `>` joins them.
        let keepsLines: Bool
        /// `-` drops the last line break.
        let dropsLastEnd: Bool
    }

    let file: SourceFile
    var diagnostics: [Diagnostic] = []

    init(file: SourceFile) { self.file = file }

    var bytes: [UInt8] { file.bytes }

    // Prose.

    /// Prose from these ranges, joined with spaces.
    mutating func prose(_ ranges: [Range<Int>]) -> Node {
        var text = SourceText(file: file.path, at: ranges[0].lowerBound)
        for (index, range) in ranges.enumerated() {
            let range = trimmed(range)
            if index > 0 { text.append(" ", at: range.lowerBound) }
            text.append(file.text(in: range), at: range.lowerBound)
        }
        let span = span(ranges[0].lowerBound..<trimmed(ranges[ranges.count - 1]).upperBound)
        if let quoted = unquoted(text, span, isProse: true) { return quoted }
        warnOfHash(ranges)
        return .value(ValueNode(text: text, isQuoted: false, span: span))
    }

    /// Warns once where other tools would truncate the text.
    private mutating func warnOfHash(_ ranges: [Range<Int>]) {
        var depth = 0
        for range in ranges {
            for index in range {
                switch bytes[index] {
                case UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "}"): depth = max(0, depth - 1)
                case UInt8(ascii: "#") where depth == 0 && isBlank(index - 1):
                    let word = file.text(in: index..<range.upperBound).prefix { $0 != " " }
                    return report(
                        .hashInText, "is `\(word)` text? We send it, other tools cut here", at: index..<index + 1,
                        label: "text from here on", help: "put the text in quotes; a comment goes on its own line")
                default: break
                }
            }
        }
    }

    // Block texts.

    func blockStyle(_ range: Range<Int>) -> BlockStyle? {
        switch file.text(in: trimmed(withoutComment(range))) {
        case "|": BlockStyle(keepsLines: true, dropsLastEnd: false)
        case "|-": BlockStyle(keepsLines: true, dropsLastEnd: true)
        case ">": BlockStyle(keepsLines: false, dropsLastEnd: false)
        case ">-": BlockStyle(keepsLines: false, dropsLastEnd: true)
        default: nil
        }
    }

    /// The end of the block header that begins at `start`: `|-` or the like.
    func headerEnd(_ start: Int) -> Int {
        let signs = bytes[start...].prefix { "|>-".utf8.contains($0) }
        return start + signs.count
    }

    /// The text of a block; blank lines are `nil`.
    func blockText(_ lines: [Line?], _ style: BlockStyle, at start: Int) -> ValueNode {
        var text = SourceText(file: file.path, at: start)
        let indent = lines.compactMap { $0?.indent }.first ?? 0
        var previous: Line?
        var blanks = 0
        for line in lines {
            guard let line else {
                blanks += 1
                continue
            }
            let begin = line.start - max(0, min(line.indent - indent, line.start - line.range.lowerBound))
            if let previous {
                text.append(separator(style, blanks, previous, line, indent), at: begin)
            } else if blanks > 0 {
                text.append(String(repeating: "\n", count: blanks), at: begin)
            }
            text.append(file.text(in: begin..<line.range.upperBound), at: begin)
            previous = line
            blanks = 0
        }
        let end = previous?.range.upperBound ?? start + 1
        if !style.dropsLastEnd, previous != nil { text.append("\n", at: end) }
        return ValueNode(text: text, isQuoted: false, isBlock: true, span: span(start..<end))
    }

    /// The separator of two lines of a block: with `>` a space, but a line break when blank or deeper lines are in
    /// between.
    private func separator(
        _ style: BlockStyle, _ blanks: Int, _ previous: Line, _ line: Line, _ indent: Int
    ) -> String {
        if style.keepsLines { return String(repeating: "\n", count: blanks + 1) }
        if previous.indent > indent || line.indent > indent { return String(repeating: "\n", count: blanks + 1) }
        return blanks == 0 ? " " : String(repeating: "\n", count: blanks)
    }

    // Helpers.

    func span(_ range: Range<Int>) -> Span { Span(file: file.path, range: range) }

    mutating func report(
        _ code: DiagnosticCode, _ message: String, at range: Range<Int>, label: String, help: String
    ) {
        diagnostics.append(Diagnostic(code, message, at: span(range), label: label, help: help))
    }
}
