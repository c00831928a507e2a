public import Diagnostics
public import JSON

extension Diagnostic {
    /// The diagnostic as clients show it.
    ///
    /// - Parameter views: the files that it refers to.
    public func json(in views: some FileViews, for client: ClientAbilities) -> JSONValue {
        var json: JSONObject = [
            "range": views.view(of: span.file)?.json(span.range) ?? Self.beginning,
            "severity": severity == .error ? 1 : 2,
            "code": .string(code.rawValue),
            "source": "usher",
            "message": .string(lines.joined(separator: "\n")),
        ]
        let related = related.compactMap { related -> JSONValue? in
            views.location(related.span).map { ["location": $0, "message": .string(related.label)] }
        }
        if client.takesRelatedInformation, !related.isEmpty { json["relatedInformation"] = .array(related) }
        if client.takesUnnecessaryTag, Self.unnecessary.contains(code) { json["tags"] = [1] }
        return .object(json)
    }

    private static let beginning: JSONValue = [
        "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
    ]

    /// Codes about parts of a flow that have no effect; clients show them faded.
    private static let unnecessary: Set<DiagnosticCode> = [
        .unreachableStep, .unreachablePage, .exitWithoutUse, .thenNeverUsed,
    ]

    /// What is wrong, how a conversation gets there, and what to do.
    private var lines: [String] {
        [message, note.map { "way: \($0)" }, help.map { "help: \($0)" }].compactMap { $0 }
    }
}
