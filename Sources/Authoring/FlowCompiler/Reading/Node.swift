package import Diagnostics

/// The content of a file before its keys are interpreted: values, lists and maps with their locations.
package indirect enum Node: Sendable {
    case value(ValueNode)
    case list(ListNode)
    case map(MapNode)
    /// Content that could not be read; it has been reported.
    case broken(Span)

    package var span: Span {
        switch self {
        case .value(let value): value.span
        case .list(let list): list.span
        case .map(let map): map.span
        case .broken(let span): span
        }
    }
}

/// A text, as a key's value or a list's item.
package struct ValueNode: Sendable {
    package var text: SourceText
    /// Whether it was in quotes, which always makes it a text.
    package var isQuoted: Bool
    /// Whether it is below `|` or `>`.
    package var isBlock = false
    /// The location of the value, including quotes.
    package var span: Span

    package var string: String { text.string }
}

package struct ListNode: Sendable {
    package var items: [Node]
    /// From the first dash or bracket to the end of the last item.
    package var span: Span
    /// Whether a line of it could not be read.
    package var isDamaged = false
}

package struct MapNode: Sendable {
    package var entries: [Entry]
    /// From the first key to the end of the last value.
    package var span: Span
    /// Whether a line of it could not be read, which may contain anything that seems to be missing.
    package var isDamaged = false

    package func entry(_ key: String) -> Entry? { entries.first { $0.key.string == key } }
}

package struct Entry: Sendable {
    package var key: ValueNode
    /// `nil` when there is no value after the key, nor on deeper lines below.
    package var value: Node?
    /// From the key to the end of the value.
    package var span: Span
}
