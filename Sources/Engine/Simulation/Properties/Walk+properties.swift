import Diagnostics
import FlowEngine
import FlowModel

/// Properties that some conversation breaks.
extension Walk {
    /// Finds a shortest conversation that breaks a property, for each of them.
    mutating func checkProperties() {
        var first = 0
        for property in stated.all {
            let own = first..<first + property.events.count
            first = own.upperBound
            let found =
                if case .word(let word, let within) = property.form {
                    brokenWord(word, property, own.lowerBound, within: within)
                } else {
                    brokenConversation(property, own)
                }
            if let found { add(finding(property, found)) }
        }
    }

    /// A conversation that breaks a property: the moves, and the state it ends in.
    private struct Broken {
        let moves: [ExploredNode.Edge]
        let end: Int?
        /// The state from which the moves lead on.
        var start = 0
    }

    // Events in an order.

    /// A state, and how far the property has come in it.
    private struct Place: Hashable {
        let node: Int
        let progress: PropertyProgress
    }

    private func brokenConversation(_ property: Property, _ own: Range<Int>) -> Broken? {
        var arrivals: [Place: (from: Place, edge: ExploredNode.Edge)] = [:]
        let start = Place(node: 0, progress: PropertyProgress())
        var pending = [start]
        var next = 0
        var doubtful: Broken?
        var tries = 0
        while next < pending.count {
            let here = pending[next]
            next += 1
            for edge in nodes[here.node].edges {
                var progress = here.progress
                let events = edge.events.filter(own.contains).map { $0 - own.lowerBound }
                var isBroken = progress.take(events, property.form, isByCustomer: edge.kind.isByCustomer)
                if let target = edge.target, nodes[target].isLeft {
                    isBroken = isBroken || progress.isBrokenAtEnd(property.form)
                }
                if isBroken {
                    let moves = moves(to: here, from: start, arrivals) + [edge]
                    let broken = Broken(moves: moves, end: edge.target)
                    if tries < Self.mostTries, isPlayable(broken, property) { return broken }
                    tries += 1
                    doubtful = doubtful ?? broken
                } else if let target = edge.target {
                    let place = Place(node: target, progress: progress)
                    guard place != start, arrivals[place] == nil else { continue }
                    arrivals[place] = (here, edge)
                    pending.append(place)
                }
            }
        }
        return doubtful
    }

    /// Conversations that break a property and are played before one is reported that cannot be.
    private static let mostTries = 20

    private func moves(
        to place: Place, from start: Place, _ arrivals: [Place: (from: Place, edge: ExploredNode.Edge)]
    ) -> [ExploredNode.Edge] {
        var moves: [ExploredNode.Edge] = []
        var here = place
        while here != start, let arrival = arrivals[here] {
            moves.append(arrival.edge)
            here = arrival.from
        }
        return moves.reversed()
    }

    // Words.

    /// The first question at which a word does not lead where it should.
    private func brokenWord(_ word: String, _ property: Property, _ event: Int, within: Int) -> Broken? {
        let lines = ExplorationMove.saying(word).lines
        for (index, node) in nodes.enumerated() where node.status == .waiting && node.step?.flow == property.flow {
            for edge in node.edges where edge.lines == lines && !leads(edge, to: event, within: within) {
                return Broken(moves: [edge], end: edge.target, start: index)
            }
        }
        return nil
    }

    /// Whether a move brings an event, or further answers do. Nothing is said of what lies beyond the bounds.
    private func leads(_ edge: ExploredNode.Edge, to event: Int, within: Int) -> Bool {
        if edge.events.contains(event) { return true }
        guard let first = edge.target else { return true }
        var reached: Set = [first]
        for _ in 1..<within {
            for edge in reached.flatMap({ nodes[$0].edges }) where edge.kind == .answer {
                guard !edge.events.contains(event), let target = edge.target else { return true }
                reached.insert(target)
            }
        }
        return false
    }

    // Findings.

    private func finding(_ property: Property, _ broken: Broken) -> ExplorationFinding {
        let message =
            if case .word(let word, _) = property.form, let step = nodes[broken.start].step {
                "this does not hold: at `\(step.flow)/\(step.step)`, \"\(word)\" leads elsewhere"
            } else {
                "this does not hold"
            }
        let flow = bot.bot.flows.first { $0.name == property.flow }
        let step = PlayStep(flow: property.flow, step: flow.map { $0.steps[$0.start].name } ?? "")
        return ExplorationFinding(
            code: .propertyBroken, step: step, message: message, label: "a conversation breaks it",
            help: "change the flow, or what the line states", transcript: transcript(of: broken, property),
            scene: scene.name, span: property.line.span)
    }

    private func transcript(of broken: Broken, _ property: Property) -> String {
        transcript("broken: \(property.words)", to: broken.start, then: broken.moves, expected(broken, property))
    }

    private func isPlayable(_ broken: Broken, _ property: Property) -> Bool {
        let thread = ThreadText(transcript(of: broken, property))
        let play = Play(of: thread, flow: startFlow, on: .asWritten, with: bot)
        return play.stop == nil && play.turns.allSatisfy { $0.difference == nil }
    }

    /// What holds at the end of a conversation that breaks a property.
    private func expected(_ broken: Broken, _ property: Property) -> [String] {
        var lines: [String] = []
        switch (property.form, property.events.last?.event) {
        case (.never, .call(let action)?), (.neverAfter, .call(let action)?), (.neverTwice, .call(let action)?),
            (.precedes, .call(let action)?):
            lines.append("expect: called \(action)")
        default: break
        }
        guard let end = broken.end else { return lines }
        switch nodes[end].status {
        case .waiting?: if let step = nodes[end].step { lines.append("expect: at \(step.flow)/\(step.step)") }
        case .ended?, .closed?: lines.append("expect: ended")
        case .withPerson?, .calling?, nil: break
        }
        return lines
    }
}
