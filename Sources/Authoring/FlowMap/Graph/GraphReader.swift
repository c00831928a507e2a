import Expressions
import FlowModel

/// Converts a flow to the graph of its picture.
struct GraphReader {
    let bot: Bot
    let flow: Int
    let showsExits: Bool
    private let traffic: FlowTraffic?
    private var nodes: [MapGraph.Node] = []
    /// Moves that no edge of their step represents.
    private var others: [FlowTraffic.Move: Int] = [:]

    private var steps: [Step] { bot.flows[flow].steps }

    init(bot: Bot, flow: Int, showsExits: Bool, traffic: FlowTraffic? = nil) {
        self.bot = bot
        self.flow = flow
        self.showsExits = showsExits
        self.traffic = traffic
    }

    func graph() -> MapGraph {
        var reader = self
        reader.nodes = steps.map(reader.node)
        let exits = SharedExits(steps)
        for index in steps.indices { reader.addWays(of: index, exits) }
        reader.addEntries()
        if showsExits { for exit in exits.all { reader.add(exit) } }
        let flow = bot.flows[flow]
        return MapGraph(name: flow.name, nodes: reader.nodes, start: flow.start)
    }

    // Steps.

    private func node(_ step: Step) -> MapGraph.Node {
        let said = step.openings.flatMap { opening in
            switch opening {
            case .say(.text(let text)): [text.words]
            case .say(.lines(let each, let line, _)): ["\(line.words) (for each of \(each.list.text))"]
            case .show(let cards): cards.map { "shows \($0.words)" }
            case .giveBack(let names): ["gives back \(names.map(\.words).joined(separator: ", "))"]
            case .stopReminding(let names): ["stops reminding of \(names.map(\.words).joined(separator: ", "))"]
            case .set: [] as [String]
            }
        }
        switch step.thing {
        case .go: return MapGraph.Node(kind: .saying, title: step.name, lines: said.isEmpty ? settings(step) : said)
        case .ask(let question):
            return MapGraph.Node(kind: .question, title: step.name, lines: said + [question.ask.words] + question.pages)
        case .call(let call):
            let action = bot.actions.indices.contains(call.action) ? bot.actions[call.action] : nil
            return MapGraph.Node(
                kind: .call, title: step.name, lines: said + [action?.done ?? "calls an action"])
        case .run(let run):
            let flow = bot.flows.indices.contains(run.flow) ? bot.flows[run.flow].name : "a flow"
            return MapGraph.Node(kind: .call, title: step.name, lines: said + ["runs the flow \(flow)"])
        case .remind(let reminder):
            return MapGraph.Node(
                kind: .saying, title: step.name, lines: said + ["reminds \(reminder.when.words)"])
        case .decide: return MapGraph.Node(kind: .decision, title: step.name, lines: said)
        case .handOver(let handOver):
            let queue = bot.queues.indices.contains(handOver.queue) ? bot.queues[handOver.queue].name : "people"
            return MapGraph.Node(kind: .people, title: step.name, lines: said + ["\u{2192} \(queue)"])
        }
    }

    private func settings(_ step: Step) -> [String] {
        let names = step.openings.compactMap { opening in
            if case .set(let name, _) = opening { name } else { nil as String? }
        }
        return names.isEmpty ? [] : ["sets \(names.joined(separator: ", "))"]
    }

    // Edges.

    private mutating func addWays(of index: Int, _ shared: SharedExits) {
        let step = steps[index]
        var ways: [WayCounts.Candidate] = []
        var numbers: [String: Int] = [:]
        func number(of ids: [String]) -> Int {
            numbers[ids.first ?? "", default: 0] += 1
            return numbers[ids.first ?? ""] ?? 1
        }
        for route in step.ways {
            nodes[index].ways.append(
                MapGraph.Way(
                    labels: route.labels, ids: route.ids, target: target(route.destination, from: index),
                    number: number(of: route.ids)))
            ways.append(WayCounts.Candidate(destination: route.destination, outcomes: step.outcomes(of: ways.count)))
        }
        for exit in step.exits {
            let ids = [exit.way.id]
            let number = number(of: ids)
            if shared.contains(exit) { continue }
            let way = MapGraph.Way(
                labels: [exit.words], ids: ids, target: target(exit.destination, from: index), isExit: true,
                number: number)
            nodes[index].ways.append(way)
            ways.append(WayCounts.Candidate(destination: exit.destination, outcomes: [exit.kind.outcome]))
        }
        count(ways, of: index)
    }

    private mutating func count(_ ways: [WayCounts.Candidate], of index: Int) {
        guard let traffic else { return }
        let step = StepReference(flow: flow, step: index)
        let counts = WayCounts(traffic.moves.filter { $0.key.from == step }, by: ways)
        for (place, text) in counts.texts.enumerated() { nodes[index].ways[place].count = text }
        nodes[index].counts = traffic.words(of: step)
        others.merge(counts.others) { first, _ in first }
    }

    /// The node of a destination: a step, or a small sign next to the step that leads there.
    private mutating func target(_ destination: Destination, from index: Int) -> Int {
        if case .step(let reference) = destination, reference.flow == flow { return reference.step }
        let (kind, title) = sign(destination)
        let known = nodes[index].ways.map(\.target).first { nodes[$0].kind == kind && nodes[$0].title == title }
        if let known { return known }
        nodes.append(MapGraph.Node(kind: kind, title: title))
        return nodes.count - 1
    }

    private func sign(_ destination: Destination) -> (MapGraph.Node.Kind, String) {
        switch destination {
        case .end, .conversationEnd: (.end, "end")
        case .back: (.back, "back")
        case .resume: (.resume, "resume")
        case .step(let reference):
            (.elsewhere, "\(bot.flows[reference.flow].name)/\(bot.step(reference).name)")
        }
    }

    // Entry points of customers.

    private mutating func addEntries() {
        let start = bot.flows[flow].start
        if bot.start.flow == flow, bot.start.step != start { addEntry("conversation starts", .step(bot.start)) }
        addEntry("start", .step(StepReference(flow: flow, step: start)))
        for entry in bot.entries where entry.destination.flow == flow {
            addEntry(entry.condition.words(in: bot), .step(entry.destination))
        }
        addWords(bot.flows[flow].anywhere, onlyInside: false)
        addContained(bot.flows[flow].contained, onlyInside: false)
        addWords(bot.anywhere, onlyInside: true)
        addContained(bot.contained, onlyInside: true)
    }

    /// Anywhere words, grouped by destination.
    private mutating func addWords(_ words: [String: Destination], onlyInside: Bool) {
        var groups: [(destination: Destination, words: [String])] = []
        for word in words.keys.sorted() {
            guard let destination = words[word] else { continue }
            if onlyInside {
                guard case .step(let reference) = destination, reference.flow == flow else { continue }
            }
            if let place = groups.firstIndex(where: { $0.destination == destination }) {
                groups[place].words.append(word)
            } else {
                groups.append((destination, [word]))
            }
        }
        for group in groups { addEntry("\u{201C}\(group.words.joined(separator: ", "))\u{201D}", group.destination) }
    }

    /// Words inside free text, in the language of the flow files.
    private mutating func addContained(_ lines: [ContainedWords], onlyInside: Bool) {
        for line in lines {
            if onlyInside {
                guard case .step(let reference) = line.destination, reference.flow == flow else { continue }
            }
            addEntry("contains \u{201C}\(line.words.listed(in: bot))\u{201D}", line.destination)
        }
    }

    private mutating func add(_ exit: Exit) {
        let way = WayCounts.Candidate(destination: exit.destination, outcomes: [exit.kind.outcome])
        let count = traffic == nil ? nil : WayCounts(others, by: [way]).texts[0]
        addEntry(exit.words, exit.destination, isExit: true, count: count)
    }

    private mutating func addEntry(
        _ words: String, _ destination: Destination, isExit: Bool = false, count: String? = nil
    ) {
        nodes.append(MapGraph.Node(kind: .entry, title: words))
        let index = nodes.count - 1
        let target = target(destination, from: index)
        nodes[index].ways = [MapGraph.Way(labels: [], ids: [], target: target, isExit: isExit, count: count)]
    }
}

extension Question {
    /// The questions of a form's pages.
    fileprivate var pages: [String] {
        guard case .form(let form) = kind else { return [] }
        return form.pages.map { "\($0.name): \($0.ask.words)" }
    }
}

extension BotEntry.Condition {
    /// The condition of an entry, in the words of bot.yaml.
    fileprivate func words(in bot: Bot) -> String {
        switch self {
        case .contains(let words): "contains \u{201C}\(words.listed(in: bot))\u{201D}"
        case .words(let words): "\u{201C}\(words.joined(separator: ", "))\u{201D}"
        case .event(let name): "event \(name)"
        case .link(let intent, let group):
            [intent.map { "intent \($0)" }, group.map { "group \($0)" }].compactMap { $0 }.joined(separator: " and ")
        }
    }
}

extension [String: [SoughtWords]] {
    /// The words in the language of the flow files.
    fileprivate func listed(in bot: Bot) -> String {
        (self[bot.languages[0]] ?? []).map(\.text).joined(separator: ", ")
    }
}
