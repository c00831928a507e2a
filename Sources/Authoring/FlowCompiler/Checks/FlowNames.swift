import Diagnostics
import Expressions

/// `flow:` has the same name as the file, and a name that destinations can use.
struct FlowNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.compactMap { flow in
            guard let written = flow.writtenName else { return nil }
            if written.value == flow.name { return Name.isIdentifier(flow.name) ? nil : impossible(written) }
            if written.value.contains(where: \.isNewline) { return severalLines(written, flow.name) }
            return Diagnostic(
                .flowName, "the file is called \(flow.name).yaml, the flow `\(written.value)`", at: written.span,
                label: "not the name of the file", help: "write `flow: \(flow.name)`, or rename the file")
        }
    }

    /// The lines of the file are below `flow:`, or end with a sign that ends no line.
    private func severalLines(_ name: Word, _ file: String) -> Diagnostic {
        Diagnostic(
            .flowName, "the name of the flow has several lines", at: name.span,
            label: "a name is one word",
            help: "write `flow: \(file)` alone on its line, and save the file with plain line ends")
    }

    private func impossible(_ name: Word) -> Diagnostic {
        Diagnostic(
            .badName, "a flow cannot be called `\(name.value)`", at: name.span,
            label: "letters, digits, `-` and `_`, beginning with a letter",
            help: Name.identifier(like: name.value).map { "call it `\($0)`, and its file `\($0).yaml`" })
    }
}
