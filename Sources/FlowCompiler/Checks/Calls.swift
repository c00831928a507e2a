import Diagnostics
import Expressions
import FlowModel

/// Calls name an action that exists, and give it all that it takes, in its types.
struct Calls: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            (flow.steps.compactMap(\.call) + [flow.whenClosed].compactMap { $0 }).flatMap { call in
                diagnose(call, names, analysis.project)
            }
        }
    }

    private func diagnose(_ call: CallSyntax, _ names: NameTable, _ project: Project) -> [Diagnostic] {
        guard let action = project.action(named: call.action.value) else {
            return unknown(call, project).map { [$0] } ?? []
        }
        guard !action.isDamaged else { return [] }
        let inputs = Inputs(
            what: "action", target: Located(action.name.value, at: call.action.span), takes: action.action.takes,
            given: call.inputs, isDamaged: call.isDamaged)
        return inputs.diagnose(names, project.bot.context)
    }

    private func unknown(_ call: CallSyntax, _ project: Project) -> Diagnostic? {
        guard !project.actions.isDamaged else { return nil }
        let known = project.actions.actions.map(\.name.value)
        let help =
            known.isEmpty
            ? "declare it in Config/actions.yaml" : suggestion(for: call.action.value, among: known, are: "there are")
        return Diagnostic(
            .unknownAction, "no action is called `\(call.action.value)`", at: call.action.span,
            label: "no action has this name", help: help)
    }
}

extension AssignedSyntax {
    /// What is written when there is no name in it: it is read as the type that is wanted.
    func words(_ source: SourceText) -> String? {
        switch self {
        case .text(let template): template.constant
        case .sum(let sum): sum.inserts.isEmpty && sum.isConstant ? source.string : nil
        case .yesNo: source.string
        case .list, .nothing, .broken: nil
        }
    }
}

extension SumSyntax {
    fileprivate var isConstant: Bool {
        if case .constant = self { true } else { false }
    }
}
