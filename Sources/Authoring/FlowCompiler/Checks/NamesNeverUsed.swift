import Diagnostics
import Expressions

/// A name that is set is used somewhere: in a text, a condition, a calculation, an input or a result.
struct NamesNeverUsed: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.flows.flatMap { flow -> [Diagnostic] in
            let set = flow.steps.flatMap(\.assignments).filter { $0.fact == nil }
            guard !set.isEmpty else { return [] }
            let translations = project.translations.files.filter { $0.syntax.target == flow.name }.map(\.syntax.file)
            let words = ([flow.file] + translations).map(project.words(of:))
            var told: Set<String> = []
            return set.compactMap { assignment in
                let name = assignment.name.value
                let written = set.count { $0.name.value == name }
                // Every other place with the word may be a use.
                guard words.reduce(0, { $0 + ($1[name] ?? 0) }) <= written, told.insert(name).inserted else {
                    return nil
                }
                return Diagnostic(
                    .nameNeverUsed, "`\(name)` is set and never used", at: assignment.name.span,
                    label: "nothing asks for it", help: "use it, as in `{\(name)}`, or leave it out")
            }
        }
    }
}
