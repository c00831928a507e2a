import Diagnostics

/// From every step, the end or an agent can be reached without silence or failure.
struct DeadEnds: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let dead = deadSteps(analysis)
        guard !dead.isEmpty else { return [] }
        // Loops are reported separately.
        let loops = Set(analysis.loopsWithoutQuestion.flatMap { $0 })
        let circles = analysis.project.flowsInRunCircles
        var reported: Set<StepID> = []
        return dead.sorted().compactMap { first in
            guard !reported.contains(first) else { return nil }
            let region = connected(first, in: dead, analysis)
            reported.formUnion(region)
            guard region.isDisjoint(with: loops), !region.contains(where: { runs(one: circles, $0, analysis) }) else {
                return nil
            }
            let name = analysis.project.step(first).name
            return Diagnostic(
                .deadEnd, "from `\(name.value)` nobody ever gets to an end", at: name.span, label: "no way out",
                help: "lead one of the answers to a step with `then: end`, or to a person",
                note: way(to: first, analysis))
        }
    }

    private func runs(one flows: Set<Int>, _ id: StepID, _ analysis: Analysis) -> Bool {
        let run = analysis.project.step(id).run
        return run.flatMap { analysis.project.flow(named: $0.flow.value) }.map(flows.contains) ?? false
    }

    /// Reachable steps from which no ordinary path leads out.
    private func deadSteps(_ analysis: Analysis) -> Set<StepID> {
        let graph = analysis.graph
        var before: [StepID: [StepID]] = [:]
        // `back` returns to the question from which one came, also by way of an exit.
        var anyBefore: [StepID: [StepID]] = [:]
        var alive: [StepID] = []
        for id in analysis.project.stepIDs {
            var isOut = graph.leadsEverywhere.contains(id)
            if case .handOver = analysis.project.step(id).thing { isOut = true }
            let runs = analysis.project.step(id).run != nil
            for way in graph.ways(from: id) {
                if let target = way.step { anyBefore[target, default: []].append(id) }
            }
            for way in graph.ways(from: id) where way.isOrdinary {
                switch way.target {
                case .step(let target): before[target, default: []].append(id)
                case .end, .resume: isOut = isOut || !runs
                case .back: break
                }
            }
            if isOut { alive.append(id) }
        }
        var reached = Set(alive)
        repeat {
            while let id = alive.popLast() {
                for step in before[id] ?? [] where !reached.contains(step) && isAlive(step, reached, analysis) {
                    reached.insert(step)
                    alive.append(step)
                }
            }
            alive = goingBack(analysis, anyBefore, reached)
            reached.formUnion(alive)
        } while !alive.isEmpty
        return analysis.reachable.subtracting(reached)
    }

    /// Whether a predecessor of a live step is alive itself: if it runs a flow, that flow must be able to end, and its
    /// continuation must be alive as well.
    private func isAlive(_ id: StepID, _ reached: Set<StepID>, _ analysis: Analysis) -> Bool {
        guard analysis.project.step(id).run != nil else { return true }
        return analysis.graph.ways(from: id).filter(\.isOrdinary).allSatisfy { way in
            way.step.map(reached.contains) ?? true
        }
    }

    /// Steps with `back` whose previous question has another way out. After a step with unknown edges, or an anywhere
    /// word, that may be any question.
    private func goingBack(
        _ analysis: Analysis, _ before: [StepID: [StepID]], _ reached: Set<StepID>
    ) -> [StepID] {
        let opaqueFlows = Set(analysis.graph.leadsEverywhere.map(\.flow))
        let words = analysis.reachedByWords
        return analysis.project.stepIDs.filter { id in
            guard !reached.contains(id),
                analysis.graph.ways(from: id).contains(where: { $0.isOrdinary && $0.target == .back })
            else { return false }
            if opaqueFlows.contains(id.flow) || words.contains(id) { return true }
            var pending = before[id] ?? []
            var seen = Set(pending)
            while let step = pending.popLast() {
                if reached.contains(step) { return true }
                for earlier in before[step] ?? [] where seen.insert(earlier).inserted { pending.append(earlier) }
            }
            return false
        }
    }

    /// The dead steps that are connected with `first`.
    private func connected(_ first: StepID, in dead: Set<StepID>, _ analysis: Analysis) -> Set<StepID> {
        var neighbours: [StepID: Set<StepID>] = [:]
        for id in dead {
            for way in analysis.graph.ways(from: id) where way.isOrdinary {
                guard let target = way.step, dead.contains(target) else { continue }
                neighbours[id, default: []].insert(target)
                neighbours[target, default: []].insert(id)
            }
        }
        var region: Set<StepID> = [first]
        var pending = [first]
        while let id = pending.popLast() {
            for step in neighbours[id] ?? [] where region.insert(step).inserted { pending.append(step) }
        }
        return region
    }

    private func way(to step: StepID, _ analysis: Analysis) -> String? {
        let ways = analysis.shortestWay(to: step)
        return ways.isEmpty ? nil : analysis.words(for: ways, in: step.flow)
    }
}

extension Analysis {
    /// The steps that an anywhere word leads to without a question in between.
    fileprivate var reachedByWords: Set<StepID> {
        var pending = project.anywhereDestinations.compactMap { destination, flow -> StepID? in
            if case .step(let step)? = project.resolve(destination, in: flow) { step } else { nil }
        }
        var reached = Set(pending)
        while let id = pending.popLast() {
            if project.step(id).question != nil { continue }
            for step in graph.ways(from: id).compactMap(\.step) where reached.insert(step).inserted {
                pending.append(step)
            }
        }
        return reached
    }

    /// The shortest path from the start of its flow to a step.
    func shortestWay(to step: StepID) -> [StepGraph.Way] {
        guard let start = project.start(of: step.flow), start != step else { return [] }
        var arrived: [StepID: StepGraph.Way] = [:]
        var pending = [start]
        var next = 0
        while next < pending.count, arrived[step] == nil {
            let here = pending[next]
            next += 1
            for way in graph.ways(from: here) {
                guard let target = way.step, target != start, arrived[target] == nil else { continue }
                arrived[target] = way
                pending.append(target)
            }
        }
        var ways: [StepGraph.Way] = []
        var here = step
        while let way = arrived[here] {
            ways.append(way)
            here = way.from
        }
        return ways.reversed()
    }
}
