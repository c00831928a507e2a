public import Diagnostics

/// A part of a file that has a name: a step with its pages, a queue, an action.
public struct Outline: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case flow, step, page, queue
        /// A week of `hours`.
        case week
        case action
        /// A provider, merchant, app or card.
        case service
        case fact, record
        /// A text of a translation.
        case text
        /// A test of a transcript.
        case test
    }

    public let name: String
    public let kind: Kind
    /// A few words beside the name: the first line of the step.
    public let detail: String?
    /// The whole part.
    public let span: Span
    /// The name, inside of `span`.
    public let nameSpan: Span
    public let children: [Outline]

    public init(
        _ name: String, _ kind: Kind, detail: String? = nil, span: Span, nameSpan: Span, children: [Outline] = []
    ) {
        self.name = name
        self.kind = kind
        self.detail = detail
        self.span = span
        self.nameSpan = nameSpan
        self.children = children
    }
}

/// Lines that an editor can fold, counted from 0, both included.
public struct Fold: Sendable, Hashable {
    /// The line that stays visible.
    public let firstLine: Int
    public let lastLine: Int
    public let isComment: Bool

    public init(firstLine: Int, lastLine: Int, isComment: Bool = false) {
        self.firstLine = firstLine
        self.lastLine = lastLine
        self.isComment = isComment
    }
}
