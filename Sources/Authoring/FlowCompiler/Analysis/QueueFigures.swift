import Expressions

/// The places of customers in the queues of people, and how long they wait: `people.desk.place`, `people.desk.wait`.
enum QueueFigures {
    private static let fields: Set<String> = ["place", "wait"]

    /// Whether any text, value or condition of the project uses them.
    static func areRead(in project: Project) -> Bool {
        project.flows.contains { flow in
            let steps = flow.steps
            let texts = steps.flatMap(\.textSites).map(\.template) + flow.exits.texts.map(\.template)
            let sums = steps.flatMap(\.assignments).map(\.value) + flow.gives.map(\.value)
            let names =
                texts.flatMap(\.inserts).map(\.name) + sums.flatMap(\.sumNames)
                + flow.conditions.flatMap(\.names)
            return names.contains(where: isFigure)
        } || project.bot.allTexts.flatMap(\.template.inserts).map(\.name).contains(where: isFigure)
    }

    private static func isFigure(_ name: Name) -> Bool {
        name.root == "people" && name.fields.last.map(fields.contains) ?? false
    }
}

extension AssignedSyntax {
    fileprivate var sumNames: [Name] {
        if case .sum(let sum) = self { sum.inserts.map(\.name) } else { [] }
    }
}

extension ConditionSyntax {
    /// The names on both sides of all tests.
    fileprivate var names: [Name] {
        tests.flatMap { test in
            [test.name] + test.right.compactMap { if case .name(let name) = $0.content { name } else { nil } }
        }
    }
}
