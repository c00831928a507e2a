import Expressions

/// Finds hand-overs to people who are certainly there: a `when` has just said that the queue is open.
struct OpenQueues {
    private let project: Project
    private let graph: StepGraph
    /// The edges to each step.
    private let incoming: [StepID: [StepGraph.Way]]
    /// Steps at which a conversation may arrive without passing another step.
    private let entries: Set<StepID>

    init(_ analysis: Analysis) {
        project = analysis.project
        graph = analysis.graph
        var incoming: [StepID: [StepGraph.Way]] = [:]
        for way in graph.ways.values.joined() { if let step = way.step { incoming[step, default: []].append(way) } }
        self.incoming = incoming
        let project = project
        let starts = project.flows.indices.compactMap { project.start(of: $0) }
        let written = project.outerDestinations.compactMap { destination, flow -> StepID? in
            if case .step(let step)? = project.resolve(destination, in: flow) { step } else { nil }
        }
        entries = Set(starts + written)
    }

    /// Whether every way to a step passes a line that says that the queue is open, in the same moment.
    func isOpen(_ queue: QueueSyntax, at step: StepID) -> Bool {
        let names = self.names(of: queue)
        var seen: Set<StepID> = []
        var pending = [step]
        while let here = pending.popLast() {
            guard seen.insert(here).inserted else { continue }
            guard !entries.contains(here), let ways = incoming[here], !ways.isEmpty else { return false }
            for way in ways where !says(way, that: names) {
                guard passesAtOnce(way) else { return false }
                pending.append(way.from)
            }
        }
        return true
    }

    /// The names that say whether the queue is open: its own, that of its week, and the bot's for the first week.
    private func names(of queue: QueueSyntax) -> Set<Name> {
        var names: Set = [Name(["people", BuiltIns.inName(queue.name.value), "open"])]
        if let week = queue.hours?.value {
            names.insert(Name(["hours", BuiltIns.inName(week), "open"]))
            if project.bot.hours.first?.name.value == week { names.insert(Name(["bot", "open"])) }
        }
        return names
    }

    /// Whether the way is a line of a `when` that is only taken while the queue is open.
    private func says(_ way: StepGraph.Way, that names: Set<Name>) -> Bool {
        guard case .line(let line) = way.kind, case .when(let when) = project.step(way.from).thing else { return false }
        return !when.openNames(on: line).isDisjoint(with: names)
    }

    /// Whether no time passes on the way: the step before neither asks nor calls.
    private func passesAtOnce(_ way: StepGraph.Way) -> Bool {
        if graph.leadsEverywhere.contains(way.from) { return false }
        switch project.step(way.from).thing {
        case .when, nil: return way.kind == .then || isLine(way)
        case .remind: return way.kind == .then
        case .ask, .call, .run, .handOver, .unreadable: return false
        }
    }

    private func isLine(_ way: StepGraph.Way) -> Bool { if case .line = way.kind { true } else { false } }
}
