import Diagnostics

/// A file of conversations that have to go as written.
struct TranscriptSyntax: Sendable {
    var file: SourceFile
    /// The flow it belongs to, which its name says.
    var flow: String
    var tests: [TestSyntax] = []
}

/// One conversation.
struct TestSyntax: Sendable {
    /// What stands behind `test:`.
    var name: String
    /// Its place in the file.
    var span: Span
    var lines: [LineSyntax] = []
    /// The first thing in it that could not be read; then it cannot be played.
    var problem: Diagnostic?
}

/// One line: a verb, a colon, the rest.
struct LineSyntax: Sendable {
    var verb: TranscriptVerb
    var verbSpan: Span
    /// What stands behind the colon, without the blanks round it.
    var text: String
    var span: Span

    /// Where a stretch of the text stands in the file, in bytes.
    func span(_ range: Range<Int>) -> Span {
        let start = span.range.lowerBound
        return Span(file: span.file, range: start + range.lowerBound..<start + range.upperBound)
    }
}
