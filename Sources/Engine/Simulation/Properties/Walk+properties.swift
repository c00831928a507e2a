import Diagnostics
import FlowEngine
import FlowModel

/// Properties that some conversation breaks.
extension Walk {
    /// Finds a shortest conversation that breaks a property, for each of them.
    ///
    /// - Returns: whether all of them were checked.
    mutating func checkProperties(unless isAbandoned: () -> Bool) -> Bool {
        var first = 0
        for property in stated.all {
            let own = first..<first + property.events.count
            first = own.upperBound
            do throws(Abandoned) {
                if let found = try broken(property, own, unless: isAbandoned) { add(finding(property, found)) }
            } catch {
                return false
            }
        }
        return true
    }

    /// The check of a property was left before its end.
    private struct Abandoned: Error {}

    private func broken(
        _ property: Property, _ own: Range<Int>, unless isAbandoned: () -> Bool
    ) throws(Abandoned) -> Broken? {
        guard case .word(let word, let within) = property.form else {
            return try brokenConversation(property, own, unless: isAbandoned)
        }
        return try brokenWord(word, property, own.lowerBound, within: within, unless: isAbandoned)
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

    private func brokenConversation(
        _ property: Property, _ own: Range<Int>, unless isAbandoned: () -> Bool
    ) throws(Abandoned) -> Broken? {
        var arrivals: [Place: (from: Place, edge: ExploredNode.Edge)] = [:]
        let start = Place(node: 0, progress: PropertyProgress())
        var pending = [start]
        var next = 0
        var doubtful: Broken?
        var tries = 0
        while next < pending.count {
            if isAbandoned() {
                guard let doubtful else { throw Abandoned() }
                return doubtful
            }
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
                    if plays(transcript(of: broken, property)) { return broken }
                    doubtful = doubtful ?? broken
                    tries += 1
                    if tries == Self.mostTries { return doubtful }
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
    private func brokenWord(
        _ word: String, _ property: Property, _ event: Int, within: Int, unless isAbandoned: () -> Bool
    ) throws(Abandoned) -> Broken? {
        if isAbandoned() { throw Abandoned() }
        let lines = ExplorationMove.saying(word).lines
        let leading = statesLeading(to: event, within: within - 1)
        for (index, node) in nodes.enumerated() where node.status == .waiting && node.step?.flow == property.flow {
            if isAbandoned() { throw Abandoned() }
            for edge in node.edges where edge.lines == lines && !edge.events.contains(event) {
                if let target = edge.target, !leading[target] {
                    return Broken(moves: [edge], end: target, start: index)
                }
            }
        }
        return nil
    }

    /// For each state, whether so many answers can bring an event. Nothing is said of what lies beyond the bounds.
    private func statesLeading(to event: Int, within most: Int) -> [Bool] {
        guard most > 0 else { return Array(repeating: false, count: nodes.count) }
        var leading = nodes.map(\.isUntried)
        var sources: [[Int]] = Array(repeating: [], count: nodes.count)
        var reached = nodes.indices.filter { leading[$0] }
        for index in nodes.indices {
            for edge in nodes[index].edges where edge.kind == .answer {
                if let target = edge.target, !edge.events.contains(event) {
                    sources[target].append(index)
                } else if !leading[index] {
                    leading[index] = true
                    reached.append(index)
                }
            }
        }
        for _ in 1..<most {
            var further: [Int] = []
            for source in reached.flatMap({ sources[$0] }) where !leading[source] {
                leading[source] = true
                further.append(source)
            }
            reached = further
        }
        return leading
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
