import Diagnostics

/// Finds the steps that can be reached: from the start of a flow, an anywhere word, an exit or another step.
struct Reachability {
    private let project: Project
    private let graph: StepGraph
    private(set) var steps: Set<StepID> = []
    private var pending: [StepID] = []
    /// Flows all of whose steps count as reachable because a part could not be read.
    private var open: Set<Int> = []

    init(_ project: Project, _ graph: StepGraph) {
        self.project = project
        self.graph = graph
        enterFromOutside()
        while let id = pending.popLast() {
            for step in graph.ways(from: id).compactMap(\.step) { reach(step) }
            // An unused `then` has been reported; its destination is not reported as well.
            if let then = project.step(id).then { reach(then.destination, in: id.flow) }
            for destination in graph.unresolved[id] ?? [] { reach(destination, in: id.flow) }
            if graph.isOpaque(id) { openAll(of: id.flow) }
        }
    }

    private mutating func enterFromOutside() {
        for flow in project.flows.indices {
            if let start = project.start(of: flow) { reach(start) }
            let syntax = project.flows[flow]
            if syntax.start == nil || syntax.anywhere.isDamaged || syntax.exits.isDamaged { openAll(of: flow) }
        }
        for (destination, flow) in project.outerDestinations { reach(destination, in: flow) }
        // A step with a part that could not be read counts as reachable.
        for id in project.stepIDs where project.step(id).isDamaged { reach(id) }
        if project.bot.anywhere.isDamaged || project.bot.entries.isDamaged || project.bot.exits.isDamaged {
            for flow in project.flows.indices { openAll(of: flow) }
        }
    }

    private mutating func reach(_ step: StepID) {
        if steps.insert(step).inserted { pending.append(step) }
    }

    private mutating func openAll(of flow: Int) {
        guard open.insert(flow).inserted else { return }
        for step in project.flows[flow].steps.indices { reach(StepID(flow: flow, step: step)) }
    }

    /// Marks a destination as reachable. One that names nothing is resolved to the most similar name, otherwise to all
    /// steps.
    private mutating func reach(_ destination: DestinationSyntax, in flow: Int?) {
        if let target = project.resolve(destination, in: flow) {
            if case .step(let step) = target { reach(step) }
            return
        }
        switch project.meaning(of: destination, in: flow) {
        case .step(let name): if let flow { guess(name, in: flow) }
        case .flow(let name, let step):
            let near =
                project.flow(named: name) ?? closest(to: name, among: project.flows.map(\.name)).flatMap(project.flow)
            if let near { guess(step, in: near) } else { for flow in project.flows.indices { openAll(of: flow) } }
        case .end, .back, .resume: break
        }
    }

    private mutating func guess(_ name: String?, in flow: Int) {
        guard let name else { return project.start(of: flow).map { reach($0) } ?? openAll(of: flow) }
        let step =
            project.step(named: name, in: flow)
            ?? closest(to: name, among: project.flows[flow].steps.map(\.name.value)).flatMap {
                project.step(named: $0, in: flow)
            }
        if let step { reach(step) } else { openAll(of: flow) }
    }
}

extension ExitsSyntax {
    /// Whether an exit is present but could not be read.
    fileprivate var isDamaged: Bool {
        if let silent, silent.block == nil, !silent.isNever { return true }
        if case .unreadable? = other?.content { return true }
        return failed.map { $0.block == nil } ?? false
    }
}
