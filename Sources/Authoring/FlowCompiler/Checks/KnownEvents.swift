import Diagnostics
import Expressions

/// Events that flows listen to are declared, a question has one exit for each, and some flow listens to each of them.
struct KnownEvents: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        unknown(analysis.project) + repeated(analysis.project) + unheard(analysis.project)
    }

    private func unknown(_ project: Project) -> [Diagnostic] {
        let events = project.bot.events
        guard !events.isDamaged else { return [] }
        let known = events.events.map(\.name.value)
        return project.heardEvents.filter { !known.contains($0.value) }.map { name in
            Diagnostic(
                .unknownEvent, "there is no event called `\(name.value)`", at: name.span,
                label: "not declared in bot.yaml",
                help: known.isEmpty
                    ? "add `events:` to bot.yaml, and below it `\(name.value):`"
                    : suggestion(for: name.value, among: known, are: "the events are"))
        }
    }

    /// Those of `entries` are compared with its other lines.
    private func repeated(_ project: Project) -> [Diagnostic] {
        project.flows.flatMap(\.steps).flatMap { step -> [Diagnostic] in
            var first: [String: EventExitsSyntax.Line] = [:]
            return (step.exits.events?.lines ?? []).compactMap { line in
                guard let earlier = first[line.name.value] else {
                    first[line.name.value] = line
                    return nil
                }
                return Diagnostic(
                    .wordTakenTwice, "`\(line.name.value)` already leads to `\(earlier.then?.text ?? "another step")`",
                    at: line.name.span, label: "the second time", help: "leave it out here or there",
                    related: [Diagnostic.Related("the first time", at: earlier.name.span)])
            }
        }
    }

    private func unheard(_ project: Project) -> [Diagnostic] {
        let steps = project.flows.flatMap(\.steps)
        let mayListen =
            project.bot.entries.isDamaged || project.flows.contains { $0.isUnreadable || $0.areStepsDamaged }
            || steps.contains { $0.isDamaged || $0.exits.events?.isDamaged ?? false }
        guard !mayListen else { return [] }
        let known = project.bot.events.events.map(\.name.value)
        let heard = Set(project.heardEvents.map(\.value))
        // A misspelt name has been reported.
        guard heard.isSubset(of: known) else { return [] }
        return project.bot.events.events.map(\.name).filter { !heard.contains($0.value) }.map { name in
            Diagnostic(
                .unheardEvent, "no flow listens to the event `\(name.value)`", at: name.span,
                label: "it would always be refused",
                help: "write `event \(name.value):` below `entries:`, or `if_event:` in the step of a question")
        }
    }
}

extension Project {
    /// The names of events where flows listen to them.
    fileprivate var heardEvents: [Word] {
        bot.entries.lines.compactMap { if case .event(let name) = $0.condition { name } else { nil } }
            + flows.flatMap(\.eventExits).map(\.name)
    }
}
