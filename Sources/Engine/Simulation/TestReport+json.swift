public import Diagnostics
public import JSON

extension TestReport {
    /// `{"diagnostics": […], "passed": n, "failed": n, "tests": [{"file", "line", "name", "outcome", "detail"}]}`.
    ///
    /// - Parameters:
    ///   - findings: the diagnostics of the flows.
    ///   - files: all files that diagnostics refer to.
    ///   - coverage: the coverage, if requested.
    public func json(
        with findings: [Diagnostic], in files: [SourceFile], coverage: Coverage? = nil
    ) -> JSONValue {
        let report = DiagnosticReport(findings + allDiagnostics + (coverage?.diagnostics ?? []), in: files)
        let tests = results.map { result -> JSONValue in
            [
                "file": .string(result.file), "line": .int(result.line), "name": .string(result.name),
                "outcome": result.failure == nil ? "passed" : "failed", "detail": .string(result.detail),
            ]
        }
        var object: JSONObject = [
            "diagnostics": report.json["diagnostics"] ?? [], "passed": .int(passed), "failed": .int(failed),
            "tests": .array(tests),
        ]
        object.set("coverage", coverage?.json)
        return .object(object)
    }
}

extension TestReport.Result {
    /// The difference from the transcript; empty when there is none.
    fileprivate var detail: String {
        guard let failure else { return "" }
        return [failure.message, failure.help, comparison].compactMap { $0 }.joined(separator: "\n")
    }
}
