import Diagnostics

/// `agent`, `help` and `support` lead to a person without a question on the way.
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
        anywhere.lines.compactMap { line in
            guard let word = line.words.first(where: { Self.words.contains($0.value.lowercased()) }),
                let destination = line.destination, let target = analysis.project.resolve(destination, in: flow),
                let failure = failure(target, analysis)
            else { return nil }
            return Diagnostic(
                .personNotReachable, "\"\(word.value)\" leads to `\(destination.text)`, which \(failure.why)",
                at: destination.span, label: "no person here", help: "lead it to a step with `hand_over:`",
                note: failure.ways.isEmpty ? nil : analysis.words(for: failure.ways, in: failure.ways[0].from.flow))
        }
    }

    /// The first way from `target` that does not come to a person, and what is wrong with it.
    private func failure(_ target: Target, _ analysis: Analysis) -> (why: String, ways: [StepGraph.Way])? {
        guard case .step(let first) = target else { return ("ends without a person", []) }
        var arrived: [StepID: StepGraph.Way] = [:]
        var pending = [first]
        var next = 0
        while next < pending.count {
            let id = pending[next]
            next += 1
            if analysis.graph.leadsEverywhere.contains(id) { continue }
            let step = analysis.project.step(id)
            if case .handOver = step.thing { continue }
            if step.question != nil { return ("asks before anybody answers", trace(id, arrived)) }
            for way in analysis.graph.ways(from: id) where way.isOrdinary {
                guard let target = way.step else { return ("ends without a person", trace(id, arrived)) }
                if target != first, arrived[target] == nil {
                    arrived[target] = way
                    pending.append(target)
                }
            }
        }
        return nil
    }

    private func trace(_ step: StepID, _ arrived: [StepID: StepGraph.Way]) -> [StepGraph.Way] {
        var ways: [StepGraph.Way] = []
        var here = step
        while let way = arrived[here] {
            ways.append(way)
            here = way.from
        }
        return ways.reversed()
    }
}
