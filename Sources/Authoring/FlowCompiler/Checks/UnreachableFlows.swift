import Diagnostics

/// Something leads to every flow: bot.yaml, or another flow.
struct UnreachableFlows: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let runs = project.flows.enumerated().flatMap { index, flow in
            flow.steps.compactMap(\.run).map { (name: $0.flow.value, from: Optional(index)) }
        }
        let named =
            runs
            + project.allDestinations.compactMap { destination, from -> (name: String, from: Int?)? in
                guard case .flow(let name, _) = project.meaning(of: destination, in: from) else { return nil }
                return (name, from)
            }
        // A destination that could not be read, or names nothing, may lead to any flow.
        guard named.allSatisfy({ project.flow(named: $0.name) != nil }), analysis.graph.leadsEverywhere.isEmpty,
            !project.bot.anywhere.isDamaged, !project.bot.entries.isDamaged, project.bot.start != nil
        else { return [] }
        return project.flows.enumerated().compactMap { index, flow in
            guard !flow.isUnreadable, !named.contains(where: { $0.name == flow.name && $0.from != index }) else {
                return nil
            }
            return Diagnostic(
                .unreachableFlow, "nothing leads to the flow `\(flow.name)`", at: flow.head, label: "nobody gets here",
                help: "lead to it with `then: \(flow.name)` or `run: \(flow.name)`, or from bot.yaml")
        }
    }
}
