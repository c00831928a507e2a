import Diagnostics
import Expressions

/// Every input of an action is part of its request.
struct UnsentInputs: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.actions.actions.filter { !$0.isDamaged }.flatMap { action in
            action.unsentInputs.map { diagnostic($0, of: action) }
        }
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
