/// Diagnostics together with the files they refer to, ready to be displayed.
public struct DiagnosticReport: Sendable {
    public let diagnostics: [Diagnostic]
    private let files: [String: SourceFile]

    public init(_ diagnostics: [Diagnostic], in files: [SourceFile]) {
        self.diagnostics = diagnostics.inOrder()
        self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    }

    public var errors: Int { diagnostics.count { $0.severity == .error } }
    public var warnings: Int { diagnostics.count - errors }

    /// The same report, limited to the diagnostics of one file.
    public func limited(to path: String) -> DiagnosticReport {
        DiagnosticReport(diagnostics.filter { $0.span.file == path }, in: Array(files.values))
    }

    /// The line and column at which `span` begins and ends; the beginning of the file when the file is not in the
    /// report.
    public func places(of span: Span) -> (start: Place, end: Place) {
        guard let file = files[span.file] else { return (Place(line: 1, column: 1), Place(line: 1, column: 1)) }
        return (file.place(of: span.range.lowerBound), file.place(of: span.range.upperBound))
    }

    func file(_ path: String) -> SourceFile? { files[path] }
}
