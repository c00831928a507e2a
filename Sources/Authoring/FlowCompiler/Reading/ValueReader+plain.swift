import Diagnostics

extension ValueReader {
    /// A value that is not prose: a word, a text, a list on one line.
    mutating func plain(_ range: Range<Int>) -> Node {
        let range = trimmed(withoutComment(range))
        guard let first = range.first else { return word(range) }
        switch bytes[first] {
        case UInt8(ascii: "["): return inlineList(range)
        case UInt8(ascii: "{") where isInlineMap(range):
            report(
                .inlineMap, "`{ … }` on one line is not read here", at: first..<first + 1, label: "a block on one line",
                help: "write its keys below each other, a line each")
            return .broken(span(range))
        default: return item(range)
        }
    }

    /// A value that is not a list.
    private mutating func item(_ range: Range<Int>) -> Node {
        if let feature = feature(range) {
            diagnostics.append(feature)
            return .broken(span(range))
        }
        return word(range)
    }

    private mutating func word(_ range: Range<Int>) -> Node {
        let text = SourceText(file.text(in: range), file: file.path, at: range.lowerBound)
        if let quoted = unquoted(text, span(range), isProse: false) { return quoted }
        return .value(withPlainSpaces(range))
    }

    /// A word in which no-break spaces are read as plain ones.
    private mutating func withPlainSpaces(_ range: Range<Int>) -> ValueNode {
        guard let odd = range.first(where: { Space.isOdd(bytes, $0) }) else {
            let text = SourceText(file.text(in: range), file: file.path, at: range.lowerBound)
            return ValueNode(text: text, isQuoted: false, span: span(range))
        }
        diagnostics.append(.oddSpace(odd, in: file))
        let range = trimmedOfAllSpaces(range)
        var plain = SourceText(file: file.path, at: range.lowerBound)
        var start = range.lowerBound
        for index in range where Space.isOdd(bytes, index) {
            plain.append(file.text(in: start..<index), at: start)
            plain.append(" ", at: index)
            start = index + Space.length(bytes, index)
        }
        plain.append(file.text(in: start..<range.upperBound), at: start)
        return ValueNode(text: plain, isQuoted: false, span: span(range))
    }

    /// A key; `nil` when it begins with a quote that is never closed.
    mutating func key(_ range: Range<Int>) -> ValueNode? {
        if case .value(let key) = word(trimmed(range)) { key } else { nil }
    }

    // Lists on one line.

    private mutating func inlineList(_ range: Range<Int>) -> Node {
        guard let parts = listParts(range) else {
            report(
                .unclosedList, "this list has no `]`", at: range.lowerBound..<range.lowerBound + 1,
                label: "opened here", help: "close it on the same line, or write a line with `- ` for each item")
            return .broken(span(range))
        }
        let items = parts.map { trimmed($0) }.filter { !$0.isEmpty }
        return .list(ListNode(items: items.map { item($0) }, span: span(range)))
    }

    /// The parts between the commas of a list, respecting quotes; `nil` when the closing bracket is missing.
    private func listParts(_ range: Range<Int>) -> [Range<Int>]? {
        guard range.count >= 2, bytes[range.upperBound - 1] == UInt8(ascii: "]") else { return nil }
        var parts: [Range<Int>] = []
        var start = range.lowerBound + 1
        var index = start
        while index < range.upperBound - 1 {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let isOpening = trimmed(start..<index).isEmpty
                index = isOpening ? closingQuote(index, range.upperBound - 1) ?? index : index
            case UInt8(ascii: ","):
                parts.append(start..<index)
                start = index + 1
            default: break
            }
            index += 1
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
        return trimmed(range.dropFirst()).isEmpty
    }
}
