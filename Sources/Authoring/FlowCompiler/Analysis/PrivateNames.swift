import Diagnostics
import Expressions
import FlowModel

/// The private names of a flow: private answers, results that an action declares private, and all values derived from
/// them, also across nested flows.
struct PrivateNames: Sendable {
    /// Names, and paths to private fields such as `account.number`.
    private(set) var names: Set<String>

    /// The private names of every flow, in the order of the project.
    static func ofFlows(in project: Project) -> [PrivateNames] {
        var all = project.flows.map { PrivateNames(markedIn: $0, project) }
        guard all.contains(where: { !$0.names.isEmpty }) else { return all }
        // Every iteration can only add names; values derived from derived ones are found in the next iteration.
        var count = -1
        while count != all.reduce(0, { $0 + $1.names.count }) {
            count = all.reduce(0) { $0 + $1.names.count }
            for (place, flow) in project.flows.enumerated() {
                all[place].follow(flow, project)
                for step in flow.steps {
                    guard let run = step.run, let other = project.flow(named: run.flow.value) else { continue }
                    for input in run.inputs where all[place].isMade(input.value) {
                        all[other].names.insert(input.name.value)
                    }
                    for given in project.flows[other].gives where all[other].isMade(given.value) {
                        all[place].names.insert("\(step.resultName).\(given.name.value)")
                    }
                }
            }
        }
        return all
    }

    /// Names that are private by declaration.
    private init(markedIn flow: FlowSyntax, _ project: Project) {
        names = []
        for step in flow.steps {
            if step.question?.isPrivate ?? false { names.insert(step.resultName) }
            guard let call = step.call, let action = project.action(named: call.action.value)?.action else { continue }
            for field in action.gives where action.privateNames.contains(field.name) {
                names.insert("\(step.resultName).\(field.name)")
            }
        }
        for line in flow.eventExits {
            names.formUnion(project.event(named: line.name.value)?.declaration.privateFields ?? [])
        }
        for entry in project.eventEntries where entry.flow.map({ project.flows[$0].name == flow.name }) ?? false {
            let isPrivate = project.event(named: entry.name.value)?.declaration.privateFields ?? []
            names.formUnion(isPrivate.intersection(flow.needs.map(\.name.value)))
        }
    }

    /// Adds the names that the flow sets to private values, and the answers that are chosen from such values.
    private mutating func follow(_ flow: FlowSyntax, _ project: Project) {
        // Rows of a table are private as a whole when one of their fields is, which says nothing of an answer.
        let rows = Set(flow.steps.filter { $0.readsRows(project) }.map { "\($0.resultName).rows" })
        for step in flow.steps {
            let offered = step.question?.kind.offeredNames ?? []
            if offered.contains(where: { contains($0) && !rows.contains($0.text) }) { names.insert(step.resultName) }
        }
        for assignment in flow.steps.flatMap(\.assignments) where assignment.fact == nil && !assignment.isLanguage {
            if isMade(assignment.value) { names.insert(assignment.name.value) }
        }
    }

    /// Whether a value contains private data.
    private func isMade(_ value: AssignedSyntax) -> Bool { value.inserts.contains { contains($0.name) } }

    func contains(_ name: Name) -> Bool {
        let text = name.text
        return names.contains { $0 == text || text.hasPrefix($0 + ".") || $0.hasPrefix(text + ".") }
    }
}

extension StepSyntax {
    /// Whether it reads the rows of a table.
    fileprivate func readsRows(_ project: Project) -> Bool {
        guard let call, let action = project.action(named: call.action.value)?.action,
            case .results(let results) = action.target
        else { return false }
        return results.operation == .read
    }
}

extension QuestionKindSyntax {
    /// The names that the offered answers are made of: the lists that they come from, and what is inserted into their
    /// labels, notes and ids.
    fileprivate var offeredNames: [Name] {
        switch self {
        case .answers(let answers): answers.items.flatMap(\.offeredNames)
        case .times(let times):
            if case .name(let name) = times.source { name.template.inserts.map(\.name) } else { [] }
        case .form(let form): form.pages.flatMap { $0.question?.kind.offeredNames ?? [] }
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .unreadable: []
        }
    }
}

extension AnswerSyntax {
    fileprivate var offeredNames: [Name] {
        let inserted = [label, note, id].compactMap { $0 }.flatMap(\.template.inserts).map(\.name)
        guard let each else { return inserted }
        return [each.list.value] + inserted.filter { $0.root != each.variable.value }
    }
}

extension AssignedSyntax {
    /// All names in it, in the order written.
    var inserts: [Template.Insert] {
        switch self {
        case .sum(let sum): sum.inserts
        case .text(let template): template.inserts
        case .list(let items): items.flatMap(\.inserts)
        case .record(let parts): parts.flatMap(\.value.inserts)
        case .yesNo, .nothing, .broken: []
        }
    }
}
