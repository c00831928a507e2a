import Diagnostics

/// What a file says, before anyone knows what its keys mean: values, lists and maps with their places.
indirect enum Node: Sendable {
    case value(ValueNode)
    case list(ListNode)
    case map(MapNode)
    /// What could not be read; it has been reported.
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
    /// Whether it stood in quotes, which makes it a text whatever it says.
    var isQuoted: Bool
    /// Whether it stands below `|` or `>`.
    var isBlock = false
    /// The value as it stands in the file, quotes included.
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
    /// Whether a line of it could not be read: whatever seems to be missing may stand there.
    var isDamaged = false

    func entry(_ key: String) -> Entry? { entries.first { $0.key.string == key } }
}

struct Entry: Sendable {
    var key: ValueNode
    /// `nil` when nothing stands behind the key, nor in deeper lines below.
    var value: Node?
    /// From the key to the end of the value.
    var span: Span
}
