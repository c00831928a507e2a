import Diagnostics
import Expressions

/// The results that checks need about a project: edges between steps, names, and reachability.
struct Analysis: Sendable {
    let project: Project
    let graph: StepGraph
    /// The names of each flow.
    let names: [NameTable]
    /// The filled names of each flow: those with a definite value.
    let filled: [DefiniteAssignment]
    /// Steps that can be reached from a flow's start, an anywhere word or an exit.
    let reachable: Set<StepID>

    init(_ project: Project) {
        self.project = project
        let graph = StepGraph(project)
        self.graph = graph
        let names = project.flows.map { NameTable($0, in: project) }
        self.names = names
        let entries = Analysis.entries(project, graph)
        filled = project.flows.indices.map { flow in
            DefiniteAssignment(flow: flow, names: names[flow], entries: entries[flow], project, graph)
        }
        reachable = Reachability(project, graph).steps
    }

    /// The steps of each flow that customers can enter without having answered anything in it.
    private static func entries(_ project: Project, _ graph: StepGraph) -> [Set<Int>] {
        var entries = project.flows.indices.map { flow in
            project.start(of: flow).map { Set([$0.step]) } ?? []
        }
        func enter(_ target: Target?) {
            if case .step(let id)? = target { entries[id.flow].insert(id.step) }
        }
        for (destination, flow) in project.anywhereDestinations { enter(project.resolve(destination, in: flow)) }
        for destination in project.bot.entries.destinations { enter(project.resolve(destination, in: nil)) }
        for way in graph.ways.values.joined() where way.step?.flow != way.from.flow { enter(way.target) }
        return entries
    }

    /// The name of a step as written in a flow: `hello` in its own flow, `people/person` from another.
    func name(of id: StepID, in flow: Int) -> String {
        let step = project.step(id).name.value
        return id.flow == flow ? step : "\(project.flows[id.flow].name)/\(step)"
    }

    /// A path through a flow in words: `hello` → "No" → `thanks`.
    func words(for ways: [StepGraph.Way], in flow: Int) -> String {
        guard let first = ways.first else { return "" }
        var words = "`\(name(of: first.from, in: flow))`"
        for way in ways {
            switch way.kind {
            case .answer(let label?), .beside(let label): words += " → \"\(label)\""
            case .skipped: words += " → skipping"
            case .silent: words += " → silence"
            case .other: words += " → an unexpected reply"
            case .failed, .retry: words += " → a failure"
            case .reminder: words += " → a reminder"
            case .unanswered: words += " → nobody answering"
            case .cancelled: words += " → cancelling"
            case .unable: words += " → a device that cannot"
            case .empty: words += " → nothing to choose from"
            case .event(let name): words += " → the event `\(name)`"
            case .then, .answer, .line, .away, .runs: break
            }
            if let step = way.step { words += " → `\(name(of: step, in: flow))`" }
        }
        return words
    }
}

extension Project {
    /// The destinations of anywhere words, with the flow each is written in; `nil` is bot.yaml.
    var anywhereDestinations: [(DestinationSyntax, Int?)] {
        let ofFlows = flows.indices.flatMap { flow in
            flows[flow].anywhere.destinations.map { ($0, Optional(flow)) }
        }
        return ofFlows + bot.anywhere.destinations.map { ($0, nil) }
    }

    /// All destinations outside of steps, with the flow in which each is resolved; `nil` is bot.yaml.
    var outerDestinations: [(DestinationSyntax, Int?)] {
        var all = anywhereDestinations
        let ofBot = [bot.start].compactMap { $0 } + bot.entries.destinations + bot.exits.destinations
        all += ofBot.map { ($0, nil) }
        for (index, flow) in flows.enumerated() {
            for destination in [flow.start].compactMap({ $0 }) + flow.exits.destinations {
                all.append((destination, index))
            }
        }
        return all
    }

    /// All destinations, with the flow in which each is resolved; `nil` is bot.yaml.
    var allDestinations: [(DestinationSyntax, Int?)] {
        outerDestinations
            + flows.indices.flatMap { flow in
                flows[flow].steps.flatMap(\.destinations).map { ($0, Optional(flow)) }
            }
    }
}

extension ExitsSyntax {
    var destinations: [DestinationSyntax] {
        var all = [
            silent?.block?.then, failed?.block?.retryFrom, failed?.block?.then, cancelled?.block?.then,
            unable?.block?.then, empty?.block?.then,
        ].compactMap { $0 }
        if case .block(_, _, let then)? = other?.content { all.append(then) }
        return all + (events?.lines.compactMap(\.then) ?? [])
    }
}

extension StepSyntax {
    var destinations: [DestinationSyntax] {
        var all = [then?.destination].compactMap { $0 } + exits.destinations
        switch thing {
        case .ask(let question):
            if case .answers(let answers) = question.kind { all += answers.items.compactMap(\.then) }
            if case .times(let times) = question.kind { all += times.beside.compactMap(\.then) }
        case .when(let when): all += when.lines.map(\.destination) + [when.otherwise].compactMap { $0 }
        case .handOver(let handOver): all += [handOver.ifAway, handOver.unanswered?.then].compactMap { $0 }
        case .remind(let reminder): all += [reminder.go].compactMap { $0 }
        case .call, .run, .unreadable, nil: break
        }
        return all
    }
}
