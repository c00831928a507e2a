import Diagnostics

/// `agent`, `help` and `support` lead to an agent without a question in between. While people are away, a `when` may lead to
/// a message for them instead, which says when they are back.
struct PersonReachable: Check {
    private static let words = ["agent", "help", "support"]

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        var found = destinations(project.bot.anywhere, in: nil, analysis)
        for (index, flow) in project.flows.enumerated() where !flow.isUnreadable {
            found += destinations(flow.anywhere, in: index, analysis)
            if flow.anywhere.isDamaged || project.bot.anywhere.isDamaged { continue }
            let lines = flow.anywhere.lines + project.bot.anywhere.lines
            let written = Set(lines.flatMap(\.words).map { $0.value.lowercased() })
            let missing = Self.words.filter { !written.contains($0) }
            if !missing.isEmpty { found.append(self.missing(missing, flow)) }
        }
        return found
    }

    private func missing(_ words: [String], _ flow: FlowSyntax) -> Diagnostic {
        let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return Diagnostic(
            .personNotReachable, "\(list) lead\(words.count == 1 ? "s" : "") nowhere", at: flow.head,
            label: "nobody can ask for a person here",
            help:
                "add `anywhere:` with `\(words.joined(separator: ", "))` and a step that hands over, here or in bot.yaml"
        )
    }

    private func destinations(_ anywhere: AnywhereSyntax, in flow: Int?, _ analysis: Analysis) -> [Diagnostic] {
        let whole = flow.map { analysis.project.flows[$0].anywhere.lines } ?? []
        let written = Set((whole + analysis.project.bot.anywhere.lines).filter { !$0.isContained }.flatMap(\.keys))
        return anywhere.lines.compactMap { line in
            // Inside a text, a word that also has a line of its own may lead elsewhere.
            if line.isContained, !written.isDisjoint(with: line.keys) { return nil }
            guard let word = line.words.first(where: { Self.words.contains($0.value.lowercased()) }),
                let destination = line.destination, let target = analysis.project.resolve(destination, in: flow),
                let failure = failure(target, analysis)
            else { return nil }
            return Diagnostic(
                .personNotReachable, "\"\(word.value)\" leads to `\(destination.text)`, which \(failure.why)",
                at: destination.span, label: "no person here", help: failure.help,
                note: failure.ways.isEmpty ? nil : analysis.words(for: failure.ways, in: failure.ways[0].from.flow))
        }
    }

    /// A step, and the steps that wait there for the end of a nested flow.
    private struct Place: Hashable {
        let step: StepID
        var running: [StepID] = []
    }

    /// Why a word leads to no person, and the way there.
    private struct Failure {
        let why: String
        let ways: [StepGraph.Way]
        let help: String

        init(_ why: String, _ ways: [StepGraph.Way] = [], help: String = "lead it to a step with `hand_over:`") {
            self.why = why
            self.ways = ways
            self.help = help
        }
    }

    private typealias Arrivals = [Place: (way: StepGraph.Way, from: Place)]

    /// The first path from `target` that does not lead to an agent, and the reason.
    private func failure(_ target: Target, _ analysis: Analysis) -> Failure? {
        guard case .step(let step) = target else { return Failure("ends without a person") }
        let first = Place(step: step)
        var arrived: Arrivals = [:]
        var pending = [first]
        var next = 0
        while next < pending.count {
            let here = pending[next]
            next += 1
            if analysis.graph.leadsEverywhere.contains(here.step) { continue }
            let step = analysis.project.step(here.step)
            if case .handOver = step.thing { continue }
            if step.question != nil { return Failure("asks before anybody answers", trace(here, arrived)) }
            let closed =
                if case .when(let when) = step.thing { MessagesForPeople.closedLines(of: when) } else { Set<Int>() }
            for way in analysis.graph.ways(from: here.step) where way.isOrdinary {
                if case .line(let line) = way.kind, closed.contains(line) {
                    if let why = MessagesForPeople(analysis: analysis).failure(behind: way) {
                        return Failure(
                            why, trace(here, arrived) + [way],
                            help: "say there when people are back, such as `{hours.desk}`, ask for a message with "
                                + "`text:`, and pass it on with `keep:`, `call:` or `hand_over:`")
                    }
                    continue
                }
                // With a nested flow, `then` follows its end.
                if step.run != nil, way.kind != .runs { continue }
                guard let place = place(behind: way, from: here, analysis) else {
                    return Failure("ends without a person", trace(here, arrived))
                }
                if place != first, arrived[place] == nil, place.running.count <= Self.deepest {
                    arrived[place] = (way, here)
                    pending.append(place)
                }
            }
        }
        return nil
    }

    /// Deeper nesting of flows is reported by another check.
    private static let deepest = 12

    /// The target of an edge: at the end of a nested flow, its continuation; `nil` when the conversation ends.
    private func place(behind way: StepGraph.Way, from here: Place, _ analysis: Analysis) -> Place? {
        var running = here.running
        var (target, flow) = (way.target, here.step.flow)
        if way.kind == .runs { running.append(here.step) }
        while true {
            switch target {
            case .step(let step):
                let staysInRun = way.kind == .runs || step.flow == flow
                return Place(step: step, running: staysInRun ? running : [])
            case .back, .resume: return nil
            case .end:
                guard let runner = running.popLast(),
                    let then = analysis.graph.ways(from: runner).first(where: { $0.kind == .then })
                else { return nil }
                (target, flow) = (then.target, runner.flow)
            }
        }
    }

    private func trace(_ place: Place, _ arrived: Arrivals) -> [StepGraph.Way] {
        var ways: [StepGraph.Way] = []
        var here = place
        while let (way, from) = arrived[here] {
            ways.append(way)
            here = from
        }
        return ways.reversed()
    }
}

extension AnywhereSyntax.Line {
    /// The words in lower case.
    fileprivate var keys: [String] { words.map { $0.value.lowercased() } }
}
