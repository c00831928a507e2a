import Diagnostics

/// Writes the content of a file in canonical layout, line by line, with its comments.
struct Layout {
    let file: SourceFile
    let values: ValueReader
    var comments: Comments
    private var lines: [String] = []
    /// The number of dashes at the beginning of the next line.
    private var dashes = 0
    /// The end of the content that has been written, as an offset in the file.
    private var written = 0
    /// Whether the next line is the first of a block, which has no blank line before it.
    private var isFirst = true

    static func text(of root: MapNode, in file: SourceFile, _ region: Region) -> String {
        var layout = Layout(file)
        layout.map(root, region, indent: 0)
        layout.flushComments(before: file.bytes.count, indent: 0)
        return layout.lines.joined(separator: "\n") + "\n"
    }

    private init(_ file: SourceFile) {
        self.file = file
        values = ValueReader(file: file)
        comments = Comments(file)
    }

    // Blocks.

    private mutating func map(_ map: MapNode, _ region: Region, indent: Int) {
        for entry in map.entries { self.entry(entry, region, indent) }
        if let first = map.entries.first { flushTail(of: first.key.span, indent) }
    }

    private mutating func entry(_ entry: Entry, _ region: Region, _ indent: Int) {
        let key = entry.key.string
        let start = entry.key.span.range.lowerBound
        let word = ScalarText.word(entry.key, keepsType: ScalarText.keepsType(key, in: region)) + ":"
        let colon = values.skipBlanks(entry.key.span.range.upperBound, file.bytes.count) + 1
        switch entry.value {
        case nil, .broken?: write(word, at: start, indent, comment: colon)
        case .map(let below)?:
            write(word, at: start, indent, comment: colon)
            isFirst = true
            map(below, region.below(key), indent: indent + 2)
        case .list(let list)? where isInline(list):
            write("\(word) \(inline(list, region))", at: start, indent, comment: list.span.range.upperBound)
        case .list(let list)?:
            write(word, at: start, indent, comment: colon)
            isFirst = true
            self.list(list, key, region, indent: indent + 2)
        case .value(let value)?:
            comments.moveUp(behind: colon, ofKeyAt: start, valueAt: value.span.range.lowerBound)
            write(scalar(value, key, region), after: word + " ", at: start, indent, value)
        }
    }

    private mutating func list(_ list: ListNode, _ key: String, _ region: Region, indent: Int) {
        for item in list.items {
            let start = item.span.range.lowerBound
            dashes += 1
            switch item {
            case .map(let below): map(below, region.item(of: key), indent: indent + 2)
            case .list(let inner) where isInline(inner):
                write(inline(inner, region), at: start, indent + 2, comment: inner.span.range.upperBound)
            case .list(let inner): self.list(inner, key, region, indent: indent + 2)
            case .value(let value): write(scalar(value, nil, region), after: "", at: start, indent + 2, value)
            case .broken: dashes -= 1
            }
        }
        flushTail(of: list.span, indent)
    }

    // Lines.

    /// Writes a value after its key or dash, and the continuation lines of a long text.
    private mutating func write(
        _ scalar: ScalarText, after word: String, at start: Int, _ indent: Int, _ value: ValueNode
    ) {
        let span = value.span.range
        comments.dropTexts(in: span, isBlock: value.isBlock)
        defer { written = max(written, span.upperBound) }
        let below = scalar.lines.dropFirst()
        let commentStart = value.isBlock ? values.headerEnd(span.lowerBound) : span.upperBound
        write(
            word + (scalar.lines.first ?? ""), at: start, indent,
            comment: scalar.isBlock || below.isEmpty ? commentStart : nil)
        // Continuation lines are indented below the key; after a dash, to the beginning of the text.
        let deeper = word.isEmpty ? indent : indent + 2
        for (place, line) in below.enumerated() {
            let text = line.isEmpty ? "" : String(repeating: " ", count: deeper) + line
            let isLast = place == below.count - 1 && !scalar.isBlock
            lines.append(isLast ? text + comments.behind(span.upperBound, text.count, deeper) : text)
        }
    }

    /// Writes one line, with the comments above it and the comment at its end.
    private mutating func write(_ text: String, at start: Int, _ indent: Int, comment: Int?) {
        let column = indent - 2 * dashes
        flushComments(before: start, indent: column)
        if !isFirst, comments.isBlank(before: file.line(at: start)) { lines.append("") }
        isFirst = false
        let line = String(repeating: " ", count: column) + String(repeating: "- ", count: dashes) + text
        dashes = 0
        written = max(written, start + 1)
        lines.append(line + (comment.map { comments.behind($0, line.count, column) } ?? ""))
    }

    // Comments on lines of their own.

    private mutating func flushComments(before end: Int, indent: Int) {
        write(comments.take(before: end), indent)
    }

    /// Comments at the end of a block that are indented like it belong to it, not to what follows.
    private mutating func flushTail(of block: Span, _ indent: Int) {
        write(comments.takeTail(after: written, atLeast: comments.column(of: block.range.lowerBound)), indent)
    }

    /// Comments on consecutive lines keep their relative indentation: a block that is commented out stays intact.
    private mutating func write(_ comments: ArraySlice<Comments.Comment>, _ indent: Int) {
        var first = 0
        for (index, comment) in comments.enumerated() {
            if index == 0 || comment.hasBlankBefore || comment.isBehindDash { first = comment.column }
            write(comment, indent + max(0, comment.column - first))
        }
    }

    private mutating func write(_ comment: Comments.Comment, _ indent: Int) {
        if !isFirst, comment.hasBlankBefore { lines.append("") }
        isFirst = false
        lines.append(String(repeating: " ", count: indent) + comment.text)
    }

    // Values.

    private func scalar(_ value: ValueNode, _ key: String?, _ region: Region) -> ScalarText {
        ScalarText(value, file, values, key: key, region)
    }

    private func isInline(_ list: ListNode) -> Bool {
        file.bytes[list.span.range.lowerBound] == UInt8(ascii: "[")
    }

    private func inline(_ list: ListNode, _ region: Region) -> String {
        let items = list.items.map { item in
            guard case .value(let value) = item else { return "" }
            return ScalarText.word(
                value, keepsType: region == .config && YAMLWords.isPlainlyTyped(value.string), isInList: true)
        }
        return "[\(items.joined(separator: ", "))]"
    }
}
