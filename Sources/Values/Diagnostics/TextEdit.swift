/// A replacement of a range of bytes in a file.
///
/// An edit of a file that is not in the project creates it; its range is then empty.
public struct TextEdit: Sendable, Hashable {
    public let span: Span
    /// The text that takes the place of the range.
    public let text: String

    public init(_ text: String, at span: Span) {
        self.span = span
        self.text = text
    }
}

extension SourceFile {
    /// The file with edits applied, each to the text as it was before all of them.
    ///
    /// Edits of other files are passed over. Of edits that overlap, the first is applied; insertions at the same place
    /// keep their order.
    public func applying(_ edits: [TextEdit]) -> SourceFile {
        var result: [UInt8] = []
        var at = 0
        let own = edits.filter { $0.span.file == path }.enumerated().sorted { left, right in
            (left.element.span.range.lowerBound, left.element.span.range.upperBound, left.offset)
                < (right.element.span.range.lowerBound, right.element.span.range.upperBound, right.offset)
        }
        for (_, edit) in own where edit.span.range.lowerBound >= at {
            let range = edit.span.range.clamped(to: 0..<bytes.count)
            result += bytes[at..<range.lowerBound]
            result += edit.text.utf8
            at = range.upperBound
        }
        return SourceFile(path: path, bytes: result + bytes[at...])
    }
}
