import Diagnostics

/// The reason why a transcript does not run as written.
struct PlayFailure: Error {
    let diagnostic: Diagnostic
    /// The expected and the actual result side by side, for people.
    var comparison: String?

    init(
        _ code: DiagnosticCode, _ message: String, at span: Span, label: String, help: String? = nil,
        comparison: String? = nil
    ) {
        diagnostic = Diagnostic(code, message, at: span, label: label, help: help)
        self.comparison = comparison
    }
}
