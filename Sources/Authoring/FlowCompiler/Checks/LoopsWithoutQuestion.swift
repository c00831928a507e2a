import Diagnostics

/// Between two visits of a step, a question is asked.
struct LoopsWithoutQuestion: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.loopsWithoutQuestion.map { loop in
            let first = analysis.project.step(loop[0])
            let words = (loop + [loop[0]]).map { "`\(analysis.name(of: $0, in: loop[0].flow))`" }.joined(
                separator: " → ")
            return Diagnostic(
                .loopWithoutQuestion, "\(words) goes round without asking anything", at: first.name.span,
                label: "comes back here", help: "ask something on the way, or lead one of them somewhere else")
        }
    }
}

extension Analysis {
    /// Cycles of steps without a question, each starting with its first step in the order of the files.
    var loopsWithoutQuestion: [[StepID]] {
        let passable = passableFlows
        return Components(of: project.stepIDs) { id in self.waysOn(from: id, passable).compactMap(\.step) }.circles
            .map { circle($0, passable) }.sorted { $0[0] < $1[0] }
    }

    /// Flows that can run from start to end without a question.
    private var passableFlows: Set<Int> {
        let run = Set(
            project.flows.flatMap(\.steps).compactMap(\.run).compactMap { project.flow(named: $0.flow.value) })
        var passable: Set<Int> = []
        while true {
            let more = run.filter { !passable.contains($0) && isPassable($0, passable) }
            if more.isEmpty { return passable }
            passable.formUnion(more)
        }
    }

    private func isPassable(_ flow: Int, _ passable: Set<Int>) -> Bool {
        var pending = [project.start(of: flow)].compactMap { $0 }
        var seen = Set(pending)
        while let id = pending.popLast() {
            for way in waysOn(from: id, passable) where way.kind != .runs {
                guard let target = way.step else {
                    if way.target == .end { return true }
                    continue
                }
                if target.flow == flow, seen.insert(target).inserted { pending.append(target) }
            }
        }
        return false
    }

    /// The edges that a conversation takes without waiting; for a handover, only while the queue is closed.
    private func waysOn(from id: StepID, _ passable: Set<Int>) -> [StepGraph.Way] {
        let step = project.step(id)
        if step.isDamaged { return [] }
        return switch step.thing {
        case .unreadable: []
        case .ask: graph.ways(from: id).filter { $0.kind == .unable || $0.kind == .empty }
        case .handOver: graph.ways(from: id).filter { $0.kind == .away }
        case .call: graph.ways(from: id).filter { $0.kind != .retry }
        case .run(let run):
            graph.ways(from: id).filter { way in
                way.kind != .retry
                    && (way.kind != .then || project.flow(named: run.flow.value).map(passable.contains) ?? false)
            }
        case .remind: graph.ways(from: id).filter { $0.kind == .then }
        case .when, nil: graph.ways(from: id).filter { $0.kind != .failed && $0.kind != .retry }
        }
    }

    /// The shortest cycle, starting with its first step.
    private func circle(_ steps: Set<StepID>, _ passable: Set<Int>) -> [StepID] {
        guard let first = steps.min() else { return [] }
        var arrived: [StepID: StepID] = [:]
        var pending = [first]
        var next = 0
        while next < pending.count {
            let here = pending[next]
            next += 1
            for way in waysOn(from: here, passable) {
                guard let target = way.step, steps.contains(target) else { continue }
                if target == first { return path(to: here, from: first, arrived) }
                if arrived[target] == nil {
                    arrived[target] = here
                    pending.append(target)
                }
            }
        }
        return [first]
    }

    private func path(to last: StepID, from first: StepID, _ arrived: [StepID: StepID]) -> [StepID] {
        var path = [last]
        while let before = arrived[path[path.count - 1]], path[path.count - 1] != first { path.append(before) }
        return path.reversed()
    }
}

extension StepID: Comparable {
    static func < (left: StepID, right: StepID) -> Bool { (left.flow, left.step) < (right.flow, right.step) }
}
