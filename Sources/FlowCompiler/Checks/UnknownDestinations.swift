import Diagnostics

/// Every destination names a step or a flow that exists.
struct UnknownDestinations: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return (project.allDestinations + start(project)).compactMap { destination, flow in
            switch destination.target {
            case .end, .back, .resume: nil
            case .step(let name): flow.flatMap { self.step(name, in: $0, destination.span, project) }
            case .flow(let name, let step): self.flow(name, step, destination, project)
            }
        }
    }

    private func start(_ project: Project) -> [(DestinationSyntax, Int?)] {
        project.bot.start.map { [($0, nil)] } ?? []
    }

    private func step(_ name: String, in flow: Int, _ span: Span, _ project: Project) -> Diagnostic? {
        guard project.step(named: name, in: flow) == nil, !project.flows[flow].isUnreadable else { return nil }
        return Diagnostic(
            .unknownStep, "the flow has no step called `\(name)`", at: span, label: "no step has this name",
            help: suggestion(for: name, among: project.flows[flow].steps.map(\.name.value), are: "its steps are"))
    }

    private func flow(_ name: String, _ step: String?, _ destination: DestinationSyntax, _ project: Project)
        -> Diagnostic?
    {
        guard let flow = project.flow(named: name) else {
            let range = destination.span.range.lowerBound..<destination.span.range.lowerBound + name.utf8.count
            return Diagnostic(
                .unknownFlow, "there is no flow called `\(name)`", at: Span(file: destination.span.file, range: range),
                label: "no flow has this name",
                help: suggestion(for: name, among: project.flows.map(\.name), are: "the flows are"))
        }
        guard let step, project.step(named: step, in: flow) == nil, !project.flows[flow].isUnreadable else {
            return nil
        }
        return Diagnostic(
            .unknownStep, "the flow `\(name)` has no step called `\(step)`", at: destination.stepSpan,
            label: "no step has this name",
            help: suggestion(for: step, among: project.flows[flow].steps.map(\.name.value), are: "its steps are"))
    }
}
