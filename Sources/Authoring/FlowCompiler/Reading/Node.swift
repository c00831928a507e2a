import Diagnostics

/// The content of a file before its keys are interpreted: values, lists and maps with their locations.
indirect enum Node: Sendable {
    case value(ValueNode)
    case list(ListNode)
    case map(MapNode)
    /// Content that could not be read; it has been reported.
    case broken(Span)

    var span: Span {
        switch self {
        case .value(let value): value.span
        case .list(let list): list.span
        case .map(let map): map.span
        case .broken(let span): span
        }
    }
}

/// A text, as a key's value or a list's item.
struct ValueNode: Sendable {
    var text: SourceText
    /// Whether it was in quotes, which always makes it a text.
    var isQuoted: Bool
    /// Whether it is below `|` or `>`.
    var isBlock = false
    /// The location of the value, including quotes.
    var span: Span

    var string: String { text.string }
}

struct ListNode: Sendable {
    var items: [Node]
    /// From the first dash or bracket to the end of the last item.
    var span: Span
    /// Whether a line of it could not be read.
    var isDamaged = false
}

struct MapNode: Sendable {
    var entries: [Entry]
    /// From the first key to the end of the last value.
    var span: Span
    /// Whether a line of it could not be read, which may contain anything that seems to be missing.
    var isDamaged = false
    /// Whether a key is written twice; the line between two blocks may be missing.
    var isRepeating = false

    func entry(_ key: String) -> Entry? { entries.first { $0.key.string == key } }
}

struct Entry: Sendable {
    var key: ValueNode
    /// `nil` when there is no value after the key, nor on deeper lines below.
    var value: Node?
    /// From the key to the end of the value.
    var span: Span
}
