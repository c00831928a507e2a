import Diagnostics

/// The comments of a file, which are moved into its new layout from top to bottom.
struct Comments {
    struct Comment {
        /// From its `#` on.
        let text: String
        /// The byte offset of its beginning.
        let place: Int
        /// The column of its beginning.
        let column: Int
        let hasBlankBefore: Bool
        /// Whether it is after a dash whose item begins on a line below.
        let isBehindDash: Bool
    }

    private let file: SourceFile
    private let all: [Line?]
    /// Comments on lines of their own that have not been written yet.
    private var waiting: ArraySlice<Comment>

    init(_ file: SourceFile) {
        self.file = file
        let all = LineScanner(file).all
        self.all = all
        waiting = ArraySlice(
            all.compactMap { line in
                guard let line, let place = Self.hash(in: line, file) else { return nil }
                return Comment(
                    text: Self.text(from: place, file), place: place, column: line.indent,
                    hasBlankBefore: line.number > 0 && all[line.number - 1] == nil,
                    isBehindDash: place != line.start)
            })
    }

    /// The `#` of a line that contains only a comment, or dashes and a comment.
    private static func hash(in line: Line, _ file: SourceFile) -> Int? {
        let dash = UInt8(ascii: "-")
        let place = (line.start..<line.range.upperBound).first { index in
            file.bytes[index] != dash && Space.length(file.bytes, index) == 0
        }
        guard let place, file.bytes[place] == UInt8(ascii: "#"),
            place == line.start || file.bytes[place - 1] != dash
        else { return nil }
        return place
    }

    /// A comment without trailing spaces.
    private static func text(from place: Int, _ file: SourceFile) -> String {
        var text = file.text(in: place..<file.lineRange(file.line(at: place)).upperBound)
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }

    // Comments on lines of their own.

    /// The unwritten comments before `end`.
    mutating func take(before end: Int) -> ArraySlice<Comment> {
        let taken = waiting.prefix { $0.place < end }
        waiting = waiting.dropFirst(taken.count)
        return taken
    }

    /// The comments directly after `written` that are indented at least to `column`, and further than the next line
    /// with content.
    mutating func takeTail(after written: Int, atLeast column: Int) -> ArraySlice<Comment> {
        guard !waiting.isEmpty else { return [] }
        let next = all[(file.line(at: max(0, written - 1)) + 1)...].first { line in
            line.map { Self.hash(in: $0, file) != $0.start } ?? false
        }
        let end = next?.map(\.start) ?? file.bytes.count
        let outer = next?.map(\.indent) ?? -1
        let taken = waiting.prefix { $0.place < end && $0.column >= column && $0.column > outer && !$0.isBehindDash }
        waiting = waiting.dropFirst(taken.count)
        return taken
    }

    /// Moves a comment after a key whose text begins on a line below to the line above it: after the text, it would
    /// become part of the text.
    mutating func moveUp(behind colon: Int, ofKeyAt key: Int, valueAt value: Int) {
        guard let place = place(behind: colon), place < value else { return }
        let comment = Comment(
            text: Self.text(from: place, file), place: key - 1, column: 0, hasBlankBefore: false, isBehindDash: false)
        waiting.insert(comment, at: waiting.firstIndex { $0.place > key } ?? waiting.endIndex)
    }

    /// Removes what only looks like a comment: lines of a text below `|` or `>`, and dashes in the middle of a text.
    mutating func dropTexts(in span: Range<Int>, isBlock: Bool) {
        waiting.removeAll { span.contains($0.place) && (isBlock || $0.isBehindDash) }
    }

    // Comments at the end of a line.

    /// The comment after a value that ends at `end`, with the spaces before it, for a line of `length` characters.
    ///
    /// It stays in its column, so that vertically aligned comments stay aligned.
    func behind(_ end: Int, _ length: Int, _ indent: Int) -> String {
        guard let place = place(behind: end) else { return "" }
        let line = all[file.line(at: place)]
        let column = column(of: place) + indent - (line?.indent ?? 0)
        let blanks = column > length ? column - length : 2
        return String(repeating: " ", count: blanks) + Self.text(from: place, file)
    }

    private func place(behind end: Int) -> Int? {
        let stop = file.lineRange(file.line(at: min(end, file.bytes.count - 1))).upperBound
        let place = (min(end, stop)..<stop).first { Space.length(file.bytes, $0) == 0 && !isInsideSpace($0) }
        return place.flatMap { file.bytes[$0] == UInt8(ascii: "#") ? $0 : nil }
    }

    /// Whether a byte is the second or third of a no-break space.
    private func isInsideSpace(_ index: Int) -> Bool {
        (1...2).contains { index >= $0 && Space.length(file.bytes, index - $0) > $0 }
    }

    // Positions.

    /// The column of a byte; a tab before the first word counts as in the reader.
    func column(of offset: Int) -> Int {
        guard let line = all[file.line(at: offset)] else { return 0 }
        return line.indent + file.text(in: line.start..<max(line.start, offset)).count
    }

    /// Whether the line above this one is blank.
    func isBlank(before line: Int) -> Bool { line > 0 && all[line - 1] == nil }
}
