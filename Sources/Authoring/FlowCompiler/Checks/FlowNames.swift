import Diagnostics
import Expressions

/// `flow:` has the same name as the file, and a name that destinations can use.
struct FlowNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.compactMap { flow in
            guard let written = flow.writtenName else { return nil }
            if written.value == flow.name { return Name.isIdentifier(flow.name) ? nil : impossible(written) }
            return Diagnostic(
                .flowName, "the file is called \(flow.name).yaml, the flow `\(written.value)`", at: written.span,
                label: "not the name of the file", help: "write `flow: \(flow.name)`, or rename the file")
        }
    }

    private func impossible(_ name: Word) -> Diagnostic {
        Diagnostic(
            .badName, "a flow cannot be called `\(name.value)`", at: name.span,
            label: "letters, digits, `-` and `_`, beginning with a letter",
            help: Name.identifier(like: name.value).map { "call it `\($0)`, and its file `\($0).yaml`" })
    }
}
