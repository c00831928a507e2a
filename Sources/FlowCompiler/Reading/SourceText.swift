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
        let bytes = Array(string.utf8)
        var part = SourceText(file: file, at: source(of: range.lowerBound))
        for (index, piece) in pieces.enumerated() {
            let end = index + 1 < pieces.count ? pieces[index + 1].offset : bytes.count
            let overlap =
                max(piece.offset, range.lowerBound)..<max(piece.offset, range.lowerBound, min(end, range.upperBound))
            guard !overlap.isEmpty else { continue }
            part.append(
                String(decoding: bytes[overlap], as: UTF8.self), at: piece.source + overlap.lowerBound - piece.offset)
        }
        return part
    }

    /// Where a stretch of the text stands in the file.
    func span(_ range: Range<Int>) -> Span {
        let start = source(of: range.lowerBound)
        let end = range.isEmpty ? start : source(of: range.upperBound - 1) + 1
        return Span(file: file, range: start..<max(start, end))
    }

    private func source(of offset: Int) -> Int {
        var low = 0
        var high = pieces.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if pieces[middle].offset <= offset { low = middle } else { high = middle }
        }
        return pieces[low].source + offset - pieces[low].offset
    }
}
