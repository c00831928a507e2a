import Diagnostics

/// Reads what stands on the right of a colon: prose, words, quotes, lists on one line.
struct ValueReader {
    /// How a block of text below `|` or `>` is put together.
    struct BlockStyle {
        /// `|` keeps lines, `>` joins them.
        let keepsLines: Bool
        /// `-` drops the last line end.
        let dropsLastEnd: Bool
    }

    let file: SourceFile
    private(set) var diagnostics: [Diagnostic] = []

    init(file: SourceFile) { self.file = file }

    private var bytes: [UInt8] { file.bytes }

    // Prose.

    /// Prose that stands on these stretches of lines, joined with a space.
    mutating func prose(_ ranges: [Range<Int>]) -> ValueNode {
        var text = SourceText(file: file.path, at: ranges[0].lowerBound)
        for (index, range) in ranges.enumerated() {
            let range = trimmed(range)
            if index > 0 { text.append(" ", at: range.lowerBound) }
            text.append(file.text(in: range), at: range.lowerBound)
        }
        let span = span(ranges[0].lowerBound..<trimmed(ranges[ranges.count - 1]).upperBound)
        if let quoted = unquoted(text, span, isProse: true) { return quoted }
        warnOfHashes(ranges)
        return ValueNode(text: text, isQuoted: false, span: span)
    }

    private mutating func warnOfHashes(_ ranges: [Range<Int>]) {
        var depth = 0
        for range in ranges {
            for index in range {
                switch bytes[index] {
                case UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "}"): depth = max(0, depth - 1)
                case UInt8(ascii: "#") where depth == 0 && Space.length(bytes, index - 1) > 0:
                    let word = file.text(in: index..<range.upperBound).prefix { $0 != " " }
                    report(
                        .hashInText, "is `\(word)` text? We send it, other tools cut here", at: index..<index + 1,
                        label: "text from here on", help: "put the text in quotes; a comment goes on its own line")
                default: break
                }
            }
        }
    }

    func blockStyle(_ range: Range<Int>) -> BlockStyle? {
        switch file.text(in: trimmed(withoutComment(range))) {
        case "|": return BlockStyle(keepsLines: true, dropsLastEnd: false)
        case "|-": return BlockStyle(keepsLines: true, dropsLastEnd: true)
        case ">": return BlockStyle(keepsLines: false, dropsLastEnd: false)
        case ">-": return BlockStyle(keepsLines: false, dropsLastEnd: true)
        default: return nil
        }
    }

    /// The lines of a block of text; `nil` stands for a blank one.
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
        return ValueNode(text: text, isQuoted: true, span: span(start..<end))
    }

    /// What joins two lines of a block: with `>` a space, but a line end where blank or deeper lines lie between.
    private func separator(
        _ style: BlockStyle, _ blanks: Int, _ previous: Line, _ line: Line, _ indent: Int
    ) -> String {
        if style.keepsLines { return String(repeating: "\n", count: blanks + 1) }
        if previous.indent > indent || line.indent > indent { return String(repeating: "\n", count: blanks + 1) }
        return blanks == 0 ? " " : String(repeating: "\n", count: blanks)
    }

    // Words and lists.

    /// A value that is not prose: a word, a text, a list on one line; `nil` when something forbids to read it.
    mutating func plain(_ range: Range<Int>) -> Node? {
        let range = trimmed(withoutComment(range))
        guard let first = range.first else { return nil }
        switch bytes[first] {
        case UInt8(ascii: "["): return inlineList(range).map { .list($0) }
        case UInt8(ascii: "{") where isInlineMap(range):
            report(
                .inlineMap, "`{ … }` on one line is not read here", at: first..<first + 1, label: "a block on one line",
                help: "write its keys below each other, a line each")
            return nil
        case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"):
            if let feature = yamlFeature(range) {
                report(.yamlFeature, feature.message, at: feature.range, label: "not read here", help: feature.help)
                return nil
            }
        default: break
        }
        return .value(word(range))
    }

    private mutating func word(_ range: Range<Int>) -> ValueNode {
        let text = SourceText(file.text(in: range), file: file.path, at: range.lowerBound)
        if let quoted = unquoted(text, span(range), isProse: false) { return quoted }
        return ValueNode(text: withPlainSpaces(text, range), isQuoted: false, span: span(range))
    }

    /// No-break spaces inside words are read as plain ones.
    private mutating func withPlainSpaces(_ text: SourceText, _ range: Range<Int>) -> SourceText {
        guard let odd = range.first(where: { isOddSpace($0) }) else { return text }
        warnOfOddSpace(odd)
        var plain = SourceText(file: file.path, at: range.lowerBound)
        var start = range.lowerBound
        for index in range where isOddSpace(index) {
            plain.append(file.text(in: start..<index), at: start)
            plain.append(" ", at: index)
            start = index + Space.length(bytes, index)
        }
        plain.append(file.text(in: start..<range.upperBound), at: start)
        return plain
    }

    private mutating func inlineList(_ range: Range<Int>) -> ListNode? {
        guard let parts = listParts(range) else {
            report(
                .unclosedList, "this list has no `]`", at: range.lowerBound..<range.lowerBound + 1,
                label: "opened here", help: "close it on the same line, or write a line with `- ` for each item")
            return nil
        }
        var items: [Node] = []
        for part in parts {
            let part = trimmed(part)
            if part.isEmpty { continue }
            items.append(.value(word(part)))
        }
        return ListNode(items: items, span: span(range), isInline: true)
    }

    /// What stands between the commas of a list, quotes respected; `nil` when it does not end with its bracket.
    private func listParts(_ range: Range<Int>) -> [Range<Int>]? {
        guard range.count >= 2, bytes[range.upperBound - 1] == UInt8(ascii: "]") else { return nil }
        var parts: [Range<Int>] = []
        var start = range.lowerBound + 1
        var quote: UInt8?
        for index in range.dropFirst().dropLast() {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) && trimmed(start..<index).isEmpty {
                quote = byte
            } else if byte == UInt8(ascii: ",") {
                parts.append(start..<index)
                start = index + 1
            }
        }
        parts.append(start..<range.upperBound - 1)
        return parts
    }

    /// `{ key: value }`, not `{name}` or `{name, format}`.
    private func isInlineMap(_ range: Range<Int>) -> Bool {
        for index in range.dropFirst() {
            switch bytes[index] {
            case UInt8(ascii: ":"): return true
            case UInt8(ascii: "}"): return trimmed(range.lowerBound + 1..<index).isEmpty
            case UInt8(ascii: ","), UInt8(ascii: "{"): return false
            default: continue
            }
        }
        return false
    }

    // Keys.

    mutating func key(_ range: Range<Int>) -> ValueNode {
        let range = trimmed(range)
        let text = SourceText(file.text(in: range), file: file.path, at: range.lowerBound)
        return ValueNode(text: withPlainSpaces(text, range), isQuoted: false, span: span(range))
    }

    /// A key in quotes, and where its value may begin.
    mutating func quotedKey(_ range: Range<Int>) -> (ValueNode, Int)? {
        let quote = bytes[range.lowerBound]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let closing = closingQuote(range.lowerBound, range.upperBound)
        else { return nil }
        let colon = skipBlanks(closing + 1, range.upperBound)
        guard colon < range.upperBound, bytes[colon] == UInt8(ascii: ":"),
            colon + 1 == range.upperBound || Space.length(bytes, colon + 1) > 0
        else { return nil }
        let whole = range.lowerBound..<closing + 1
        let text = SourceText(file.text(in: whole), file: file.path, at: range.lowerBound)
        guard let key = unquoted(text, span(whole), isProse: false) else { return nil }
        return (key, colon + 1)
    }

    /// The colon that ends the key of a line: the first that a space or the line's end follows, or the last before a
    /// comment.
    func colon(in range: Range<Int>, last: Bool) -> Int? {
        let range = last ? withoutComment(range) : range
        let isEnd = { (index: Int) in
            bytes[index] == UInt8(ascii: ":")
                && (index + 1 >= range.upperBound || Space.length(bytes, index + 1) > 0)
        }
        let colon = last ? range.last(where: isEnd) : range.first(where: isEnd)
        return colon.flatMap { trimmed(range.lowerBound..<$0).isEmpty ? nil : $0 }
    }

    struct Feature {
        let message: String
        let range: Range<Int>
        let help: String
    }

    /// `---` and `<<` where a key should stand.
    func yamlFeature(atKeyOf line: Line) -> Feature? {
        let text = file.text(in: line.start..<line.range.upperBound)
        if text == "---" || text.hasPrefix("--- ") {
            return Feature(
                message: "`---` would begin another YAML document", range: line.start..<line.start + 3,
                help: "a file holds one flow; leave the line out")
        }
        if text.hasPrefix("<<:") {
            return Feature(
                message: "`<<` would merge a YAML block", range: line.start..<line.start + 2,
                help: "write the keys themselves")
        }
        return nil
    }

    private func yamlFeature(_ range: Range<Int>) -> Feature? {
        let text = file.text(in: range)
        let name = text.dropFirst().prefix { $0 != " " }
        guard let sign = text.first, let first = name.first, first.isLetter || first.isNumber || first == "!" else {
            return nil
        }
        let kind = sign == "*" ? "alias" : sign == "&" ? "anchor" : "tag"
        return Feature(
            message: "`\(sign)\(name)` would be a YAML \(kind)", range: range.lowerBound..<range.lowerBound + 1,
            help: sign == "*" ? "write the name itself" : "leave it out, or put the text in quotes")
    }

    // Quotes.

    /// The value without its quotes when it is wholly in quotes; `nil` when it is not.
    private mutating func unquoted(_ text: SourceText, _ span: Span, isProse: Bool) -> ValueNode? {
        guard let first = text.string.first else { return nil }
        if Quotes.isCurly(first) { return curly(text, span) }
        guard first == "\"" || first == "'" else { return nil }
        let body = Array(text.string.utf8)
        guard let closing = Quotes.closing(body) else {
            report(
                .unclosedQuote, "this quote is never closed", at: span.range.lowerBound..<span.range.lowerBound + 1,
                label: "opened here",
                help: first == "'"
                    ? "put the whole text in double quotes" : "end the value with `\"`, or leave the quote out")
            return ValueNode(text: text, isQuoted: true, span: span)
        }
        let rest = String(decoding: body[(closing + 1)...], as: UTF8.self)
        guard rest.isEmpty || (isProse && rest.hasPrefix(" #")) else { return nil }
        let end = text.span(closing..<closing + 1).range.upperBound
        return ValueNode(
            text: Quotes.content(of: text, body, closing), isQuoted: true,
            span: Span(file: span.file, range: span.range.lowerBound..<end))
    }

    private mutating func curly(_ text: SourceText, _ span: Span) -> ValueNode? {
        guard text.string.count > 1, let last = text.string.last, Quotes.isCurly(last) else { return nil }
        let opening = text.string.first.map { String($0).utf8.count } ?? 0
        let ending = text.string.utf8.count - String(last).utf8.count
        let inner = String(decoding: Array(text.string.utf8)[opening..<ending], as: UTF8.self)
        guard !inner.contains(where: Quotes.isCurly) else { return nil }
        report(
            .curlyQuotes, "these quotes are curly; we read them as `\"`",
            at: span.range.lowerBound..<span.range.lowerBound + opening, label: "a curly quote",
            help: "type straight quotes, or none")
        var plain = SourceText(file: file.path, at: span.range.lowerBound + opening)
        plain.append(inner, at: span.range.lowerBound + opening)
        return ValueNode(text: plain, isQuoted: true, span: span)
    }

    private func closingQuote(_ opening: Int, _ end: Int) -> Int? {
        Quotes.closing(Array(bytes[opening..<end])).map { $0 + opening }
    }

    // Spaces and comments.

    /// Passes over blanks; a no-break space there is reported.
    mutating func skipSpace(from start: Int, to end: Int) -> Int {
        var at = start
        while at < end, Space.length(bytes, at) > 0 {
            if isOddSpace(at) { warnOfOddSpace(at) }
            at += Space.length(bytes, at)
        }
        return at
    }

    private func skipBlanks(_ start: Int, _ end: Int) -> Int {
        var at = start
        while at < end, Space.length(bytes, at) > 0 { at += Space.length(bytes, at) }
        return at
    }

    private func isOddSpace(_ index: Int) -> Bool {
        if case .odd = Space.width(bytes, index) { true } else { false }
    }

    private mutating func warnOfOddSpace(_ at: Int) {
        report(
            .oddSpace, "this is a no-break space, often from a word processor", at: at..<at + Space.length(bytes, at),
            label: "read as a plain space", help: "type a plain space")
    }

    /// Without the comment that a space and `#` begin, outside quotes and braces.
    private func withoutComment(_ range: Range<Int>) -> Range<Int> {
        var quote: UInt8?
        var depth = 0
        for index in range {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if index == range.lowerBound || !isWordByte(bytes[index - 1]) { quote = byte }
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "#") where depth <= 0 && (index == 0 || Space.length(bytes, index - 1) > 0):
                return range.lowerBound..<index
            default: break
            }
        }
        // An odd quote, as in `don't`, hides nothing: look again without quotes.
        guard quote != nil else { return range }
        let hash = range.first { bytes[$0] == UInt8(ascii: "#") && Space.length(bytes, max(0, $0 - 1)) > 0 }
        return range.lowerBound..<(hash ?? range.upperBound)
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var low = range.lowerBound
        while low < range.upperBound, Space.length(bytes, low) > 0 { low += Space.length(bytes, low) }
        var high = range.upperBound
        while high > low, bytes[high - 1] == 0x20 || bytes[high - 1] == 0x09 { high -= 1 }
        return min(low, high)..<high
    }

    private func span(_ range: Range<Int>) -> Span { Span(file: file.path, range: range) }

    private mutating func report(
        _ code: DiagnosticCode, _ message: String, at range: Range<Int>, label: String, help: String
    ) {
        diagnostics.append(Diagnostic(code, message, at: span(range), label: label, help: help))
    }
}
