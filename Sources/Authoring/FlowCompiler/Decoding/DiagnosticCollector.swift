import Diagnostics
import Expressions

/// Collects diagnostics while files are read.
final class DiagnosticCollector {
    private(set) var diagnostics: [Diagnostic] = []
    /// The locations of unknown keys, some of which may be misspelt.
    private(set) var unknownKeys: Set<Span> = []
    /// Invalid names in braces, held back until the whole file has been read: if the name was defined somewhere, the
    /// definition has been reported.
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

    /// Reports an unknown key.
    func reportUnknownKey(_ message: String, at span: Span, label: String, help: String?) {
        unknownKeys.insert(span)
        report(.unknownKey, message, at: span, label: label, help: help)
    }

    /// Adds the errors inside an expression, with their locations in the file it came from.
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

    /// Reports a step or a value with an invalid name.
    func refuse(_ name: Word, _ what: String) {
        refusedNames.insert(name.value)
        reportName(name, what)
    }

    /// Ends a file: reports the invalid names in braces that are not defined.
    func endFile() {
        add(impossibleNames.filter { !refusedNames.contains($0.name) }.map(\.diagnostic))
        impossibleNames = []
        refusedNames = []
    }
}
