import Diagnostics

/// `flow:` says the same name as the file.
struct FlowNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.compactMap { flow in
            guard let written = flow.writtenName, written.value != flow.name else { return nil }
            return Diagnostic(
                .flowName, "the file is called \(flow.name).yaml, the flow `\(written.value)`", at: written.span,
                label: "not the name of the file", help: "write `flow: \(flow.name)`, or rename the file")
        }
    }
}
