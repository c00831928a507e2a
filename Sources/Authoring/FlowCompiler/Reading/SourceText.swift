import Diagnostics

/// A text that came out of a file, with the way back to the places its bytes came from.
///
/// Quotes are gone, escapes undone and lines joined, so text and file drift apart; wherever they do, a new piece begins.
struct SourceText: Sendable {
    private(set) var string: String
    let file: String
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

    /// A stretch of the file as it is.
    init(_ string: String, file: String, at source: Int) {
        self.init(file: file, at: source)
        self.string = string
    }

    /// Adds text that begins at byte `source` of the file.
    mutating func append(_ text: some StringProtocol, at source: Int) {
        pieces.append(Piece(offset: string.utf8.count, source: source))
        string += text
    }

    /// A stretch of the text, which still knows its places.
    func part(_ range: Range<Int>) -> SourceText {
        var part = SourceText(file: file, at: source(of: range.lowerBound))
        part.append(self, Array(string.utf8), range)
        return part
    }

    /// Adds a stretch of another text, whose bytes these are, with its places.
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

    /// Where a stretch of the text stands in the file.
    func span(_ range: Range<Int>) -> Span {
        let start = source(of: range.lowerBound)
        let end = range.isEmpty ? start : source(of: range.upperBound - 1) + 1
        return Span(file: file, range: start..<max(start, end))
    }

    private func source(of offset: Int) -> Int {
        let piece = pieces[piece(at: offset)]
        return piece.source + offset - piece.offset
    }

    /// The last piece that begins at `offset` or before.
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
