import Diagnostics
import Expressions
import FlowModel

/// The names of a flow that hold something private: answers marked so, results that an action calls private, and whatever
/// is made of them.
struct PrivateNames: Sendable {
    /// Names, and paths to private fields such as `account.number`.
    private(set) var names: Set<String>

    init(_ flow: FlowSyntax, in project: Project) {
        names = []
        for step in flow.steps {
            if step.question?.isPrivate ?? false { names.insert(step.resultName) }
            if case .pay(let pay)? = step.question?.kind, pay.contact != nil {
                names.insert("\(step.resultName).contact")
            }
            guard let call = step.call, let action = project.action(named: call.action.value)?.action else { continue }
            for field in action.gives where action.privateNames.contains(field.name) {
                names.insert("\(step.resultName).\(field.name)")
            }
        }
        guard !names.isEmpty else { return }
        let assignments = flow.steps.flatMap(\.assignments).filter { $0.fact == nil }
        // Every round can only add names; what is made of what is made is found in the next one.
        var count = 0
        while count != names.count {
            count = names.count
            for assignment in assignments where assignment.value.inserts.contains(where: { contains($0.name) }) {
                names.insert(assignment.name.value)
            }
        }
    }

    func contains(_ name: Name) -> Bool {
        let text = name.text
        return names.contains { $0 == text || text.hasPrefix($0 + ".") || $0.hasPrefix(text + ".") }
    }
}

extension AssignedSyntax {
    /// All names in braces in it.
    var inserts: [Template.Insert] {
        switch self {
        case .sum(let sum): sum.inserts
        case .text(let template): template.inserts
        case .list(let items): items.flatMap(\.inserts)
        case .yesNo, .nothing, .broken: []
        }
    }
}
