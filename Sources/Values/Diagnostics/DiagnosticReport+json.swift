public import JSON

extension DiagnosticReport {
    /// The report in machine-readable form: `{"diagnostics": […], "errors": n, "warnings": n}`.
    ///
    /// Lines and columns count from 1, columns count characters; `file` is relative to the project folder. Fields may
    /// be added, never renamed.
    public var json: JSONValue {
        [
            "diagnostics": .array(diagnostics.map(json)),
            "errors": .int(errors),
            "warnings": .int(warnings),
        ]
    }

    private func json(_ diagnostic: Diagnostic) -> JSONValue {
        let (start, end) = places(of: diagnostic.span)
        return [
            "file": .string(diagnostic.span.file),
            "line": .int(start.line),
            "column": .int(start.column),
            "end_line": .int(end.line),
            "end_column": .int(end.column),
            "severity": .string(diagnostic.severity.rawValue),
            "code": .string(diagnostic.code.rawValue),
            "message": .string(diagnostic.message),
            "help": diagnostic.help.map { .string($0) } ?? .null,
        ]
    }
}
