/// A file written by an author, with what is needed to report locations in it as editors show them.
public struct SourceFile: Sendable {
    /// The path of the file, relative to the project folder, with `/` as separator.
    public let path: String
    /// The text in UTF-8; bytes that are not UTF-8 have been replaced.
    public let bytes: [UInt8]
    /// Whether the original file was valid UTF-8.
    public let isUTF8: Bool
    /// The byte at which each line begins.
    public let lineStarts: [Int]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        // Some editors begin a file with a byte order mark, which is not part of the text.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        self.bytes = isUTF8 ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
        lineStarts = Self.lineStarts(of: self.bytes)
    }

    /// A line ends with a line feed, a carriage return, or both, as in YAML and in editors.
    private static func lineStarts(of bytes: [UInt8]) -> [Int] {
        var starts = [0]
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") {
                starts.append(index + 1)
            } else if byte == UInt8(ascii: "\r"), index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n") {
                starts.append(index + 1)
            }
        }
        return starts
    }

    public init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

    /// The index of the line, from 0, on which `offset` lies.
    public func line(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The bytes of the line at `index`, without the line break.
    public func lineRange(_ index: Int) -> Range<Int> {
        let start = lineStarts[index]
        guard index + 1 < lineStarts.count else { return start..<bytes.count }
        var end = lineStarts[index + 1] - 1
        if end > start, bytes[end] == UInt8(ascii: "\n"), bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    /// The line break of the first line, which new lines get as well; a line feed when there is none.
    public var lineBreak: String {
        guard lineStarts.count > 1 else { return "\n" }
        return text(in: lineRange(0).upperBound..<lineStarts[1])
    }

    /// The text in a range of bytes.
    public func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The line and column of a byte, both from 1; a column is a user-perceived character, and a tab is one.
    public func place(of offset: Int) -> Place {
        let offset = min(max(offset, 0), bytes.count)
        let index = line(at: offset)
        let range = lineRange(index)
        let before = text(in: range.lowerBound..<max(range.lowerBound, min(offset, range.upperBound)))
        return Place(line: index + 1, column: before.count + 1)
    }
}

/// A location in a file as editors show it: line and column from 1.
public struct Place: Sendable, Hashable, Comparable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (left: Place, right: Place) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A range of bytes in a file.
public struct Span: Sendable, Hashable {
    /// The path of the file, as in `SourceFile`.
    public let file: String
    public let range: Range<Int>

    public init(file: String, range: Range<Int>) {
        self.file = file
        self.range = range
    }

    /// The empty range at its beginning.
    public var start: Span { Span(file: file, range: range.lowerBound..<range.lowerBound) }

    public func contains(_ other: Span) -> Bool {
        file == other.file && range.lowerBound <= other.range.lowerBound && other.range.upperBound <= range.upperBound
    }
}
