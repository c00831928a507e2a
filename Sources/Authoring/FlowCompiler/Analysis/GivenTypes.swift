import Expressions

/// The types of the results of flows, resolved on demand.
final class GivenTypes {
    private let project: Project
    private var known: [Int: ValueType] = [:]
    private var beingFound: Set<Int> = []

    init(_ project: Project) { self.project = project }

    /// The type of a nested flow's results; unknown when the flow does not exist, cannot be read, or runs itself.
    func type(of run: RunSyntax) -> ValueType {
        guard let flow = project.flow(named: run.flow.value), !project.flows[flow].areGivesDamaged,
            !project.flows[flow].isUnreadable
        else { return .unknown }
        if let type = known[flow] { return type }
        guard beingFound.insert(flow).inserted else { return .unknown }
        defer { beingFound.remove(flow) }
        let type = ValueType.record(fields(of: flow))
        known[flow] = type
        return type
    }

    private func fields(of flow: Int) -> [ValueType.RecordField] {
        let names = NameTyper(project.flows[flow], in: project, given: self)
        return project.flows[flow].gives.map { given in
            let type = given.value.type(in: names, project.bot.context)
            return ValueType.RecordField(
                given.name.value, type ?? .unknown, isOptional: !given.value.isFilled { _ in true })
        }
    }
}
