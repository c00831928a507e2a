import Diagnostics

/// Flows do not run each other in a cycle.
struct RunCircles: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let runs = project.runs
        var told: Set<Int> = []
        return project.flows.indices.compactMap { first in
            guard !told.contains(first), let circle = project.circle(from: first, runs) else { return nil }
            told.formUnion(circle)
            let next = circle.count > 1 ? circle[1] : first
            let key = project.flows[first].steps.compactMap(\.run).first { project.flow(named: $0.flow.value) == next }?
                .key
            return key.map { diagnostic(circle.map { project.flows[$0].name }, at: $0) }
        }
    }

    private func diagnostic(_ circle: [String], at key: Span) -> Diagnostic {
        let words = circle.indices.map { place in
            "`\(circle[place])` runs `\(circle[(place + 1) % circle.count])`"
        }
        return Diagnostic(
            .runCircle, words.joined(separator: ", "), at: key, label: "comes back to this flow",
            help: "lead to a step with `then:` instead, or take one of the runs out")
    }
}

extension Project {
    /// The flows that each flow runs.
    fileprivate var runs: [[Int]] {
        flows.map { flow in flow.steps.compactMap(\.run).compactMap { self.flow(named: $0.flow.value) } }
    }

    /// The flows that run each other in a cycle.
    var flowsInRunCircles: Set<Int> {
        let runs = runs
        return Set(flows.indices.filter { circle(from: $0, runs) != nil })
    }

    /// The shortest cycle through a flow, starting with it.
    fileprivate func circle(from first: Int, _ runs: [[Int]]) -> [Int]? {
        var before: [Int: Int] = [:]
        var pending = [first]
        var next = 0
        while next < pending.count {
            let flow = pending[next]
            next += 1
            for run in runs[flow] {
                if run == first { return path(to: flow, before) }
                if before[run] == nil {
                    before[run] = flow
                    pending.append(run)
                }
            }
        }
        return nil
    }

    private func path(to last: Int, _ before: [Int: Int]) -> [Int] {
        var path = [last]
        while let flow = before[path[path.count - 1]] { path.append(flow) }
        return path.reversed()
    }
}
