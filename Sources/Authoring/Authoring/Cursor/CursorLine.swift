import Diagnostics
import FlowCompiler

/// The lines of a file around a cursor, by their indentation alone: it can be found in files that do not read, and
/// while a line is being written.
struct CursorLines {
    let file: SourceFile
    let lines: [LineText]

    init(_ file: SourceFile) {
        self.file = file
        lines = file.lineStarts.indices.map { LineText(file, $0) }
    }

    /// A block or an item around a line.
    enum Frame {
        /// A key, on its line, whose block or value the line belongs to.
        case key(String, line: Int, column: Int, hasValue: Bool)
        /// An item of a list, with the column of its dash.
        case item(line: Int, column: Int)
    }

    /// A key of the block that a line belongs to.
    struct Sibling {
        let key: String
        let value: String
        let line: Int
    }

    /// What is around a line, the outermost first.
    ///
    /// - Parameter column: where the content of the line begins, or will begin; after a dash if there is one.
    /// - Parameter dash: the column of the dash that the line begins with.
    func frames(around number: Int, column: Int, dash: Int?) -> [Frame] {
        var frames: [Frame] = []
        var limit = column
        var isItem = false
        if let dash {
            frames.append(.item(line: number, column: dash))
            (limit, isItem) = (dash, true)
        }
        var index = number - 1
        while index >= 0, limit > 0 || isItem {
            let line = lines[index]
            defer { index -= 1 }
            guard !line.isBlank, !line.isComment else { continue }
            let content = line.content
            if let dashColumn = content.dash {
                // A sibling in the same item: its dash is around the line.
                if content.column == limit, !isItem {
                    frames.append(.item(line: index, column: dashColumn))
                    (limit, isItem) = (dashColumn, true)
                } else if content.column < limit || (isItem && content.column == limit), dashColumn < limit {
                    frames.append(key(of: content, index))
                    frames.append(.item(line: index, column: dashColumn))
                    (limit, isItem) = (dashColumn, true)
                }
            } else if content.column < limit || (isItem && content.column == limit) {
                frames.append(key(of: content, index))
                (limit, isItem) = (content.column, false)
            }
        }
        return frames.reversed()
    }

    private func key(of content: LineContent, _ line: Int) -> Frame {
        let (key, value) = content.keyAndValue()
        return .key(key, line: line, column: content.column, hasValue: !value.isEmpty)
    }

    /// The other keys of the block that has a key at a column of a line.
    func siblings(of number: Int, column: Int) -> [Sibling] {
        var found: [Sibling] = []
        func add(_ index: Int) {
            let (key, value) = lines[index].content.keyAndValue()
            found.append(Sibling(key: key, value: value, line: index))
        }
        /// Whether the block may have more lines behind this one.
        func visit(_ index: Int, isAbove: Bool) -> Bool {
            let line = lines[index]
            guard !line.isBlank, !line.isComment else { return true }
            let content = line.content
            if content.dash != nil, content.column == column {
                if isAbove { add(index) }
                return false
            }
            guard line.column >= column else { return false }
            if line.column == column, content.dash == nil { add(index) }
            return true
        }
        let startsItem = lines[number].content.dash != nil && lines[number].content.column == column
        if !startsItem {
            var above = number - 1
            while above >= 0, visit(above, isAbove: true) { above -= 1 }
        }
        var below = number + 1
        while below < lines.count, visit(below, isAbove: false) { below += 1 }
        return found.sorted { $0.line < $1.line }
    }
}

/// What a line contains after its indentation and its dash.
struct LineContent {
    /// The column of the dash.
    let dash: Int?
    /// Where the content begins.
    let column: Int
    let text: String

    /// The key before the first colon, or the last one, and what follows it.
    func keyAndValue(last: Bool = false) -> (key: String, value: String) {
        guard let colon = text.keyColon(last: last) else { return (text, "") }
        let key = text[..<colon].trimmed
        let isQuoted = key.count > 1 && key.first == key.last && "\"'".contains(key.first ?? " ")
        return (isQuoted ? String(key.dropFirst().dropLast()) : key, text[text.index(after: colon)...].trimmed)
    }
}

extension LineText {
    var content: LineContent {
        let rest = text.dropFirst(column)
        guard rest.first == "-", rest.dropFirst().first.map({ $0 == " " }) ?? true else {
            return LineContent(dash: nil, column: column, text: String(rest))
        }
        let blanks = rest.dropFirst().prefix { $0 == " " }.count
        return LineContent(dash: column, column: column + 1 + blanks, text: String(rest.dropFirst(1 + blanks)))
    }
}

extension StringProtocol {
    /// The colon that ends the key at the beginning of a line: the first one, or the last, before a space or the end.
    func keyColon(last: Bool) -> Index? {
        var found: Index?
        var depth = 0
        for index in indices {
            switch self[index] {
            case "{": depth += 1
            case "}": depth -= 1
            case ":" where depth <= 0:
                let next = self.index(after: index)
                guard next == endIndex || self[next] == " " else { continue }
                if !last { return index }
                found = index
            default: break
            }
        }
        return found
    }
}
