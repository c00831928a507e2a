import Diagnostics
import Expressions

/// Collects what is found wrong while files are read.
final class Findings {
    private(set) var diagnostics: [Diagnostic] = []
    /// The places of keys that no block of their kind has: misspelt ones, perhaps.
    private(set) var unknownKeys: Set<Span> = []

    func report(
        _ code: DiagnosticCode, _ message: String, at span: Span, label: String = "", help: String? = nil,
        note: String? = nil, related: [Diagnostic.Related] = [], severity: Diagnostic.Severity? = nil
    ) {
        add(
            Diagnostic(
                code, message, at: span, label: label, help: help, note: note, related: related, severity: severity))
    }

    func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    func add(_ more: [Diagnostic]) { diagnostics += more }

    /// Reports a key that its block does not have.
    func reportUnknownKey(_ message: String, at span: Span, label: String, help: String?) {
        unknownKeys.insert(span)
        report(.unknownKey, message, at: span, label: label, help: help)
    }

    /// What is wrong inside an expression, placed in the file it came from.
    func add(_ problems: [Problem], in source: SourceText) {
        for problem in problems {
            report(
                problem.code, problem.message, at: source.span(problem.range), label: problem.label, help: problem.help)
        }
    }
}
