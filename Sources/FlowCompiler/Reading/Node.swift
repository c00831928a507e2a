import Diagnostics

/// What a file says, before anyone knows what its keys mean: values, lists and maps with their places.
indirect enum Node: Sendable {
    case value(ValueNode)
    case list(ListNode)
    case map(MapNode)

    var span: Span {
        switch self {
        case .value(let value): value.span
        case .list(let list): list.span
        case .map(let map): map.span
        }
    }
}

/// A text, as a key's value or a list's item.
struct ValueNode: Sendable {
    var text: SourceText
    /// Whether it stood in quotes, which makes it a text whatever it says.
    var isQuoted: Bool
    /// The value as it stands in the file, quotes included.
    var span: Span

    var string: String { text.string }
}

struct ListNode: Sendable {
    var items: [Node]
    /// From the first dash or bracket to the end of the last item.
    var span: Span
    /// Whether it is written `[a, b]`.
    var isInline: Bool
}

struct MapNode: Sendable {
    var entries: [Entry]
    /// From the first key to the end of the last value.
    var span: Span

    func entry(_ key: String) -> Entry? { entries.first { $0.key.string == key } }
}

struct Entry: Sendable {
    var key: ValueNode
    /// `nil` when nothing stands behind the key, nor in deeper lines below.
    var value: Node?
    /// From the key to the end of the value.
    var span: Span
}

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

    /// Takes away line ends and blanks at the end.
    mutating func trimEnd() {
        while let last = string.last, last == " " || last.isNewline { string.removeLast() }
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
