import Diagnostics
import Expressions

/// Words behind `or` are a text: where a value is to stay empty, the word is `nothing`.
struct NoneForNothing: Check {
    private static let words: Set<String> = ["none", "null", "nil", "empty", "None"]

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap { flow -> [Diagnostic] in
            let kept = (flow.steps.flatMap(\.assignments) + flow.gives).map { ($0.value, $0.source) }
            let passed = flow.steps.flatMap { ($0.call?.inputs ?? []) + ($0.run?.inputs ?? []) }
                .map { ($0.value, $0.source) }
            let usesNothing = (kept + passed).contains { value, _ in value.onlyFallback?.words == "nothing" }
            // A system that is called may want the word itself.
            return (usesNothing ? kept + passed : kept).compactMap { value, source in
                guard let (words, insert) = value.onlyFallback, Self.words.contains(words) else { return nil }
                return Diagnostic(
                    .noneForNothing, "without `\(insert.name.text)` this is the text `\(words)`, not an empty value",
                    at: source.span(insert.range), label: "a text",
                    help: "write `{\(insert.name.text), or nothing}` to leave it empty")
            }
        }
    }
}

extension AssignedSyntax {
    /// The words behind `or` when the value is a single name in braces.
    fileprivate var onlyFallback: (words: String, insert: Template.Insert)? {
        guard case .sum(.insert(let insert)) = self, let words = insert.fallback else { return nil }
        return (words, insert)
    }
}
