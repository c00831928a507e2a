import Diagnostics

/// Why a transcript does not go as written.
struct PlayFailure: Error {
    let diagnostic: Diagnostic
    /// What was expected beside what happened, for people.
    var comparison: String?

    init(
        _ code: DiagnosticCode, _ message: String, at span: Span, label: String, help: String? = nil,
        comparison: String? = nil
    ) {
        diagnostic = Diagnostic(code, message, at: span, label: label, help: help)
        self.comparison = comparison
    }
}
