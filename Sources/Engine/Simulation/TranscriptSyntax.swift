import Diagnostics

/// A file of conversations that must run as written.
struct TranscriptSyntax: Sendable {
    var file: SourceFile
    /// The flow it belongs to, according to its file name.
    var flow: String
    /// The `always:` and `never:` lines above the tests.
    var properties: [LineSyntax] = []
    var tests: [TestSyntax] = []
}

/// One conversation.
struct TestSyntax: Sendable {
    /// The text after `test:`.
    var name: String
    /// Its location in the file.
    var span: Span
    var lines: [LineSyntax] = []
    /// The first syntax error in it, which prevents it from being played.
    var problem: Diagnostic?
}

/// One line: a verb, a colon, the rest.
struct LineSyntax: Sendable {
    var verb: TranscriptVerb
    var verbSpan: Span
    /// The text after the colon, without surrounding spaces.
    var text: String
    var span: Span

    /// The location of a range of the text in the file, in bytes.
    func span(_ range: Range<Int>) -> Span {
        let start = span.range.lowerBound
        return Span(file: span.file, range: start + range.lowerBound..<start + range.upperBound)
    }
}
