import Diagnostics
import Expressions

/// A flow with required inputs is reached only by a step that runs it, or by an event that has them.
struct UngivenInputs: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let ofEvents = Set(project.eventEntries.map(\.destination.span))
        return project.allDestinations.compactMap { destination, from in
            guard from != nil || !ofEvents.contains(destination.span),
                case .flow(let name, _) = project.meaning(of: destination, in: from),
                let flow = project.flow(named: name), flow != from,
                let need = project.flows[flow].requiredNeeds.first
            else { return nil }
            let start = destination.span.range.lowerBound
            return Diagnostic(
                .missingInput, "`\(name)` needs `\(need.name)` (\(need.type.word))",
                at: Span(file: destination.span.file, range: start..<start + name.utf8.count),
                label: "`\(need.name)` is not given",
                help:
                    "let a step run it with `run: \(name)` and `using:`, or write `optional` behind the type in `needs`"
            )
        }
    }
}
