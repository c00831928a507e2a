import Diagnostics

/// Built-in names are not used for answers and set values.
struct ReservedNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap { flow in
            (flow.needs.map(\.name)).compactMap(diagnose)
                + flow.steps.flatMap { step -> [Diagnostic] in
                    var found = step.assignments.filter { !$0.isLanguage }.map(\.name).compactMap(diagnose)
                    if step.hasResult, let own = diagnose(step.result) { found.append(own) }
                    return found
                }
        }
    }

    private func diagnose(_ name: Word) -> Diagnostic? {
        guard BuiltIns.roots.contains(name.value) || name.value == "nothing" else { return nil }
        return Diagnostic(
            .reservedName, "`\(name.value)` is built in and cannot hold an answer", at: name.span,
            label: "a built-in name", help: "give it another name")
    }
}
