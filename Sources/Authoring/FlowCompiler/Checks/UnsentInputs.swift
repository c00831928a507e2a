import Diagnostics
import Expressions

/// Every input of an action is part of its request.
struct UnsentInputs: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.actions.actions.filter { !$0.isDamaged }.flatMap { action in
            // What one body leaves out is one mistake.
            let left = action.unsentInputs.filter(\.isLeftOutOfBody)
            return leftOut(left, of: action)
                + action.unsentInputs.filter { !$0.isLeftOutOfBody }.map { diagnostic($0, of: action) }
        }
    }

    private func leftOut(_ inputs: [UnsentInput], of action: ActionSyntax) -> [Diagnostic] {
        guard let first = inputs.first else { return [] }
        if inputs.count == 1 { return [diagnostic(first, of: action)] }
        let names = inputs.map { "`\($0.name.value)`" }
        let list = names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
        let lines = inputs.map { "`\($0.name.value): {\($0.name.value)}`" }.joined(separator: ", ")
        return [
            Diagnostic(
                .inputNotSent, "`\(action.name.value)` takes \(list), and sends them nowhere", at: first.name.span,
                label: "in no part of the request",
                help: "add \(lines) below `body:`; without `body:` all inputs are sent",
                related: inputs.dropFirst().map { Diagnostic.Related("nor is this", at: $0.name.span) })
        ]
    }

    private func diagnostic(_ input: UnsentInput, of action: ActionSyntax) -> Diagnostic {
        let name = input.name.value
        switch input.reason {
        case .leftOutOfBody:
            return Diagnostic(
                .inputNotSent, "`\(action.name.value)` takes `\(name)`, and sends it nowhere", at: input.name.span,
                label: "in no part of the request",
                help: "add `\(name): {\(name)}` below `body:`; without `body:` all inputs are sent")
        case .notInQuery(let type):
            return Diagnostic(
                .inputNotSent, "`\(action.name.value)` takes `\(name)`, which cannot be part of a query",
                at: input.name.span, label: "\(type.word) is no query parameter",
                help: "use a field of it below `query:`, or call the action with `post:`")
        }
    }
}
