public import Diagnostics
public import FlowCompiler
public import JSON
public import Simulation

/// What an exploration has found, as messages with their places in the files.
public struct PlacedFindings: Sendable {
    /// A finding with its place.
    public struct Placed: Sendable {
        /// What was found.
        public let finding: ExplorationFinding
        /// The same as a message about its place.
        public let diagnostic: Diagnostic

        /// The message as `usher check` writes it, with the step, the circumstances and the conversation.
        public func json(in files: [SourceFile]) -> JSONObject {
            let shown = DiagnosticReport([diagnostic], in: files).json["diagnostics"]?[0]
            var object = shown?.object ?? [:]
            object["flow"] = .string(finding.step.flow)
            object["step"] = .string(finding.step.step)
            object["scene"] = .string(finding.scene)
            object["transcript"] = finding.transcript.map { .string($0) } ?? .null
            return object
        }
    }

    /// The exploration.
    public let exploration: Exploration
    /// The findings, in the order of the exploration.
    public let all: [Placed]

    /// Places the findings; those that the compiler reports already are left out.
    ///
    /// - Parameter compilation: that of the flows that were explored.
    public init(_ exploration: Exploration, in compilation: Compilation) {
        self.exploration = exploration
        let known = Set(
            compilation.report.diagnostics.filter { $0.code == .unreachableStep || $0.code == .unreachableFlow }
                .map(\.span))
        var spans: [PlayStep: Span] = [:]
        for flow in compilation.steps {
            for item in flow.items where item.way == nil {
                spans[PlayStep(flow: flow.flow, step: item.step)] = item.span
            }
        }
        all = exploration.findings.compactMap { finding in
            guard let span = spans[finding.step], finding.code != .neverReached || !known.contains(span) else {
                return nil
            }
            return Placed(finding: finding, diagnostic: finding.diagnostic(at: span))
        }
    }
}
