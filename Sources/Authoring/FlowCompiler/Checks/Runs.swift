import Diagnostics
import Expressions

/// A nested flow exists, and gets all required inputs with their types.
struct Runs: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            flow.steps.compactMap(\.run).flatMap { diagnose($0, names, analysis.project) }
        }
    }

    private func diagnose(_ run: RunSyntax, _ names: NameTable, _ project: Project) -> [Diagnostic] {
        guard let flow = project.flow(named: run.flow.value) else { return [unknown(run.flow, project)] }
        let syntax = project.flows[flow]
        guard !syntax.areNeedsDamaged, !syntax.isUnreadable else { return [] }
        let inputs = Inputs(
            what: "flow", target: run.flow, takes: syntax.needs.map(\.field), given: run.inputs,
            isDamaged: run.isDamaged)
        return inputs.diagnose(names, project.bot.context)
    }

    private func unknown(_ name: Word, _ project: Project) -> Diagnostic {
        let known = project.flows.map(\.name)
        let flow = name.value.split(separator: "/").first.map(String.init) ?? ""
        return Diagnostic(
            .unknownFlow, "there is no flow called `\(name.value)`", at: name.span, label: "no flow has this name",
            help: known.contains(flow)
                ? "a flow is run from its start: write `run: \(flow)`"
                : suggestion(for: name.value, among: known, are: "the flows are"))
    }
}
