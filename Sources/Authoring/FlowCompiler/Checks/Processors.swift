import Diagnostics
import Expressions
import FlowModel

/// The action that takes a payment exists, and requires no inputs that a payment does not provide.
struct Processors: Check {
    /// Its inputs (design, 5, settled details).
    private static let given = ["request", "token", "amount", "contact"]

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.services.merchants.items.compactMap(\.processor).flatMap { name in
            analysis.project.problems(ofAction: name, given: Self.given, by: "a payment")
        }
    }
}

extension Project {
    /// The problems of an action that is referenced by name, and gets its inputs from the server.
    func problems(ofAction name: Word, given: [String], by giver: String) -> [Diagnostic] {
        guard let action = action(named: name.value) else {
            guard !actions.isDamaged else { return [] }
            let known = actions.actions.filter { !$0.isOfResults }.map(\.name.value)
            return [
                Diagnostic(
                    .unknownAction, "no action is called `\(name.value)`", at: name.span,
                    label: "no action has this name",
                    help: known.isEmpty
                        ? "declare it in Config/actions.yaml"
                        : suggestion(for: name.value, among: known, are: "there are"))
            ]
        }
        guard !action.isDamaged else { return [] }
        return action.action.takes.filter { !$0.isOptional && !given.contains($0.name) }.map { input in
            Diagnostic(
                .missingInput, "`\(name.value)` needs `\(input.name)` (\(input.type.word))", at: name.span,
                label: "\(giver) does not give `\(input.name)`",
                help:
                    "make it optional in Config/actions.yaml; \(giver) gives \(given.map { "`\($0)`" }.joined(separator: ", "))"
            )
        }
    }
}
