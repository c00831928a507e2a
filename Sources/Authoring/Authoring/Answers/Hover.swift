public import Diagnostics

/// What is known of the word at a position.
public struct Hover: Sendable, Hashable {
    /// Markdown.
    public let text: String
    /// The word.
    public let span: Span

    public init(_ text: String, at span: Span) {
        self.text = text
        self.span = span
    }
}
