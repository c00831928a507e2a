import Diagnostics

/// The reason why a transcript does not run as written.
struct PlayFailure: Error {
    let diagnostic: Diagnostic
    var sides: TestSides?

    init(
        _ code: DiagnosticCode, _ message: String, at span: Span, label: String, help: String? = nil,
        sides: TestSides? = nil
    ) {
        diagnostic = Diagnostic(code, message, at: span, label: label, help: help)
        self.sides = sides
    }
}

/// What a transcript expects, and what happens instead.
public struct TestSides: Sendable, Hashable {
    /// The lines that a test expects.
    public let expected: [String]
    /// The lines that the bot says.
    public let said: [String]

    /// Both in columns, for people.
    public var text: String {
        SideBySide.text(("expected", expected), ("said", said.isEmpty ? ["(nothing)"] : said))
    }
}
