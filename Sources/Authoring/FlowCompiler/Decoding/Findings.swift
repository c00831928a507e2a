import Diagnostics
import Expressions

/// Collects what is found wrong while files are read.
final class Findings {
    private(set) var diagnostics: [Diagnostic] = []
    /// The places of keys that no block of their kind has: misspelt ones, perhaps.
    private(set) var unknownKeys: Set<Span> = []
    /// Names in braces that are none, until the whole file has been read: where such a name was given, it was told.
    private var impossibleNames: [(name: String, diagnostic: Diagnostic)] = []
    private var refusedNames: Set<String> = []

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
        for (problem, diagnostic) in zip(problems, source.diagnostics(problems)) {
            if problem.code == .badName {
                let name = String(decoding: Array(source.string.utf8)[problem.range], as: UTF8.self)
                impossibleNames.append((name, diagnostic))
            } else {
                add(diagnostic)
            }
        }
    }

    /// Reports a step or a value whose name is none.
    func refuse(_ name: Word, _ what: String) {
        refusedNames.insert(name.value)
        reportName(name, what)
    }

    /// Ends a file: reports the names in braces that nobody gave.
    func endFile() {
        add(impossibleNames.filter { !refusedNames.contains($0.name) }.map(\.diagnostic))
        impossibleNames = []
        refusedNames = []
    }
}
