package import Diagnostics

/// A text from a file, with the mapping of its bytes to the file.
///
/// Because quotes are removed, escapes resolved and lines joined, offsets in the text and in the file diverge; wherever
/// they do, a new piece begins.
package struct SourceText: Sendable {
    package private(set) var string: String
    package let file: String
    private var pieces: [Piece]

    private struct Piece: Sendable {
        /// Where the piece begins in `string`, in bytes.
        let offset: Int
        /// Where it begins in the file.
        let source: Int
    }

    init(file: String, at source: Int) {
        string = ""
        self.file = file
        pieces = [Piece(offset: 0, source: source)]
    }

    /// A range of the file, unchanged.
    init(_ string: String, file: String, at source: Int) {
        self.init(file: file, at: source)
        self.string = string
    }

    /// Appends text that begins at byte `source` of the file.
    mutating func append(_ text: some StringProtocol, at source: Int) {
        pieces.append(Piece(offset: string.utf8.count, source: source))
        string += text
    }

    /// A part of the text, with its mapping.
    func part(_ range: Range<Int>) -> SourceText {
        var part = SourceText(file: file, at: source(of: range.lowerBound))
        part.append(self, Array(string.utf8), range)
        return part
    }

    /// Appends a part of another text, whose bytes these are, with its mapping.
    mutating func append(_ other: SourceText, _ bytes: [UInt8], _ range: Range<Int>) {
        var start = range.lowerBound
        var piece = other.piece(at: start)
        while start < range.upperBound {
            let next = piece + 1 < other.pieces.count ? other.pieces[piece + 1].offset : bytes.count
            let end = min(max(next, start), range.upperBound)
            if end > start { append(String(decoding: bytes[start..<end], as: UTF8.self), at: other.source(of: start)) }
            start = end
            piece += 1
        }
    }

    /// The location of a part of the text in the file.
    package func span(_ range: Range<Int>) -> Span {
        let start = source(of: range.lowerBound)
        let end = range.isEmpty ? start : source(of: range.upperBound - 1) + 1
        return Span(file: file, range: start..<max(start, end))
    }

    private func source(of offset: Int) -> Int {
        let piece = pieces[piece(at: offset)]
        return piece.source + offset - piece.offset
    }

    /// The last piece that begins at or before `offset`.
    private func piece(at offset: Int) -> Int {
        var low = 0
        var high = pieces.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if pieces[middle].offset <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
