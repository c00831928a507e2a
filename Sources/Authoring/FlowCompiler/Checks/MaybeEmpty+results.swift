import Diagnostics
import Expressions

/// The results of a flow have values at each of its ends.
extension MaybeEmpty {
    func emptyResults(of flow: Int, _ analysis: Analysis) -> [Diagnostic] {
        let gives = analysis.project.flows[flow].gives
        guard !gives.isEmpty else { return [] }
        let names = analysis.names[flow]
        let ends = ends(of: flow, analysis)
        return gives.flatMap { given in
            given.value.inserts.filter(\.isNeeded).compactMap { insert -> Diagnostic? in
                guard names.type(ofRoot: insert.name.root) != nil else { return nil }
                let filled = analysis.filled[flow]
                let open = ends.filter { !filled.isKnownFilled(insert.name, in: $0.filled) }
                guard !open.isEmpty else { return nil }
                if let end = open.first(where: { !filled.contains(insert.name.root, in: $0.filled) }) {
                    return empty(insert, given.source, on: way(to: end, without: insert.name, flow, analysis))
                }
                return names.hasOptionalField(insert.name) ? optional(insert, given.source) : nil
            }
        }
    }

    /// An end of a flow, and the names that are filled there.
    private struct End {
        let step: Int?
        let way: StepGraph.Way?
        let filled: NameSet
    }

    private func ends(of flow: Int, _ analysis: Analysis) -> [End] {
        let (project, filled) = (analysis.project, analysis.filled[flow])
        let ofSteps = project.flows[flow].steps.indices.flatMap { step -> [End] in
            let id = StepID(flow: flow, step: step)
            guard analysis.reachable.contains(id) else { return [] }
            let ways = analysis.graph.ways(from: id).filter { $0.target == .end && !$0.isOfBot }
            let written = ways.map { End(step: step, way: $0, filled: filled.names(at: $0)) }
            guard case .handOver = project.step(id).thing, project.step(id).then == nil else { return written }
            let openings = project.step(id).openings.count
            return written + [End(step: step, way: nil, filled: filled.names(at: step, stage: openings))]
        }
        let byWords = project.flows[flow].anywhere.destinations.contains { $0.target == .end }
        return ofSteps + (byWords ? [End(step: nil, way: nil, filled: filled.namesAnywhere)] : [])
    }

    private func way(to end: End, without name: Name, _ flow: Int, _ analysis: Analysis) -> String {
        guard let step = end.step else { return "an anywhere word leads to the end" }
        let ways = analysis.filled[flow].shortestWayWithout(name.root, to: step) + [end.way].compactMap { $0 }
        guard !ways.isEmpty else {
            return "people come to the end from `\(analysis.project.flows[flow].steps[step].name.value)`"
        }
        return "people come by " + analysis.words(for: ways, in: flow) + " → the end"
    }
}
