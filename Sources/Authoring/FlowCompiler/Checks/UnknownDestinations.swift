import Diagnostics
import Expressions

/// Every destination names a step or a flow that exists.
struct UnknownDestinations: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        var told: Set<Missing> = []
        // In its own flow first: other files only follow it.
        let all = project.allDestinations
        return (all.filter(isOwn) + all.filter { !isOwn($0) }).compactMap { destination, flow in
            let diagnostic: Diagnostic? =
                switch project.meaning(of: destination, in: flow) {
                case .end, .back, .resume: nil
                case .step(let name): flow.flatMap { self.step(name, in: $0, destination.span, project) }
                case .flow(let name, let step): self.flow(name, step, destination, project)
                }
            guard let diagnostic, let named = destination.named(in: flow, project) else { return diagnostic }
            let file = destination.span.file
            let inFlow = Missing(flow: named.flow, step: named.step, file: project.flows[named.flow].file)
            if file != inFlow.file, told.contains(inFlow) { return nil }
            told.insert(Missing(flow: named.flow, step: named.step, file: file))
            return diagnostic
        }
    }

    /// A step that does not exist, and a file that names it.
    private struct Missing: Hashable {
        let flow: Int
        let step: String
        let file: String
    }

    private func isOwn(_ place: (DestinationSyntax, Int?)) -> Bool {
        if case .step = place.0.target { true } else { false }
    }

    // Steps.

    private func step(_ name: String, in flow: Int, _ span: Span, _ project: Project) -> Diagnostic? {
        guard isMissing(name, in: flow, project) else { return nil }
        return Diagnostic(
            .unknownStep, "the flow has no step called `\(name)`", at: span, label: "no step has this name",
            help: help(name, in: flow, project))
    }

    /// Whether a flow definitely has no step of this name: no step may be in a line that could not be read, or have a
    /// rejected name that would be this one after correction.
    private func isMissing(_ name: String, in flow: Int, _ project: Project) -> Bool {
        guard project.step(named: name, in: flow) == nil else { return false }
        let syntax = project.flows[flow]
        let isMeant = syntax.steps.contains { $0.name.value != name && Name.identifier(like: $0.name.value) == name }
        return !syntax.isUnreadable && !syntax.areStepsDamaged && !isMeant
    }

    private func help(_ name: String, in flow: Int, _ project: Project) -> String? {
        if let renamed = project.flows[flow].steps.first(where: { $0.was.contains { $0.value == name } }) {
            return "it is called `\(renamed.name.value)` now"
        }
        let steps = project.flows[flow].steps.map(\.name.value).filter { Name.isIdentifier($0) }
        let others = project.flows.indices.filter { $0 != flow }.map { project.flows[$0].name }
        if let near = closest(to: name, among: steps + ["end", "back", "resume"]) ?? closest(to: name, among: others) {
            return "did you mean `\(near)`?"
        }
        if let other = project.flows.indices.first(where: { $0 != flow && project.step(named: name, in: $0) != nil }) {
            return "did you mean `\(project.flows[other].name)/\(name)`?"
        }
        return suggestion(for: name, among: steps, are: "its steps are")
    }

    // Flows.

    private func flow(
        _ name: String, _ step: String?, _ destination: DestinationSyntax, _ project: Project
    ) -> Diagnostic? {
        guard let flow = project.flow(named: name) else { return unknownFlow(name, step, destination, project) }
        guard let step, isMissing(step, in: flow, project) else { return nil }
        return Diagnostic(
            .unknownStep, "the flow `\(name)` has no step called `\(step)`", at: destination.stepSpan,
            label: "no step has this name", help: help(step, in: flow, project))
    }

    private func unknownFlow(
        _ name: String, _ step: String?, _ destination: DestinationSyntax, _ project: Project
    ) -> Diagnostic {
        let start = destination.span.range.lowerBound
        let withStep = project.flows.indices.first { step == nil && project.step(named: name, in: $0) != nil }
        return Diagnostic(
            .unknownFlow, "there is no flow called `\(name)`",
            at: Span(file: destination.span.file, range: start..<start + name.utf8.count),
            label: "no flow has this name",
            help: withStep.map { "did you mean `\(project.flows[$0].name)/\(name)`?" }
                ?? suggestion(for: name, among: project.flows.map(\.name), are: "the flows are"))
    }
}
