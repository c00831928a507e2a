import Diagnostics
import FlowEngine

/// Loops that customers cannot leave by what they answer.
extension Walk {
    /// Finds states from which no answer leads on to the end or to people, and that answers lead back to. Nothing is said
    /// of what lies beyond the bounds.
    ///
    /// - Returns: whether all of them were looked at.
    mutating func findLoops(unless isAbandoned: () -> Bool) -> Bool {
        guard isComplete else { return true }
        let leaving = statesThatLeave()
        let loops = AnswerLoops(in: nodes, avoiding: leaving)
        var covered = leaving
        for index in nodes.indices.dropFirst() where !covered[index] && loops.leadBack(to: index) {
            if isAbandoned() { return false }
            cover(from: index, &covered)
            note(way(backTo: index, in: loops), at: index)
        }
        return true
    }

    private mutating func note(_ loop: [ExploredNode.Edge], at index: Int) {
        guard let step = nodes[index].step else { return }
        let words = FindingWords(.noWayOut, step, "")
        add(
            ExplorationFinding(
                code: .noWayOut, step: step, message: words.message, label: words.label, help: words.help,
                transcript: transcript(words.name, to: index, then: loop, words.expected), scene: scene.name))
    }

    /// For each state, whether answers, or other words that do not lead to people, lead to the end or to people by an
    /// answer, or nothing is known of where they lead.
    private func statesThatLeave() -> [Bool] {
        var sources: [[Int]] = Array(repeating: [], count: nodes.count)
        var leaving = nodes.map { $0.isLeft || !$0.edges.contains { $0.kind == .answer } }
        for index in nodes.indices {
            for edge in nodes[index].edges {
                guard let target = edge.target else {
                    leaving[index] = true
                    continue
                }
                let isWay =
                    switch edge.kind {
                    case .answer: true
                    case .unexpected, .anywhere, .oldTap: nodes[target].status != .withPerson
                    case .silence, .person, .event: false
                    }
                if isWay { sources[target].append(index) }
            }
        }
        var pending = nodes.indices.filter { leaving[$0] }
        while let index = pending.popLast() {
            for source in sources[index] where !leaving[source] {
                leaving[source] = true
                pending.append(source)
            }
        }
        return leaving
    }

    /// The shortest way by answers from a state back to it.
    private func way(backTo start: Int, in loops: AnswerLoops) -> [ExploredNode.Edge] {
        var found: [Int: (from: Int, edge: ExploredNode.Edge)] = [:]
        var pending = [start]
        var next = 0
        while next < pending.count {
            let here = pending[next]
            next += 1
            for edge in nodes[here].edges where edge.kind == .answer {
                guard let target = edge.target, loops.share(target, start), found[target] == nil else { continue }
                found[target] = (here, edge)
                if target == start { return edges(backTo: start, found) }
                pending.append(target)
            }
        }
        return []
    }

    private func edges(
        backTo start: Int, _ found: [Int: (from: Int, edge: ExploredNode.Edge)]
    ) -> [ExploredNode.Edge] {
        var edges: [ExploredNode.Edge] = []
        var place = start
        repeat {
            guard let step = found[place] else { break }
            edges.append(step.edge)
            place = step.from
        } while place != start
        return edges.reversed()
    }

    /// Marks what a state leads to by answers, so that one loop is reported once.
    private func cover(from start: Int, _ covered: inout [Bool]) {
        var pending = [start]
        covered[start] = true
        while let index = pending.popLast() {
            for edge in nodes[index].edges where edge.kind == .answer {
                if let target = edge.target, !covered[target] {
                    covered[target] = true
                    pending.append(target)
                }
            }
        }
    }
}
