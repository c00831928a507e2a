import Diagnostics

/// `give_back` names answers that take slots.
struct GivenBack: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let flows = analysis.project.flows
        let steps = flows.flatMap(\.steps)
        if flows.contains(where: { $0.isUnreadable || $0.areStepsDamaged }) || steps.contains(where: \.isDamaged) {
            return []
        }
        let names = steps.filter(\.takesSlots).map(\.resultName)
        return steps.flatMap(\.namesGivenBack).filter { !names.contains($0.value) }.map { name in
            Diagnostic(
                .unknownBooking, "no question for times takes a slot as `\(name.value)`", at: name.span,
                label: "nothing to give back",
                help: suggestion(for: name.value, among: names, are: "slots are taken as")
                    ?? "add `places: 1` to the rule of its `times`")
        }
    }
}

extension StepSyntax {
    fileprivate var takesSlots: Bool {
        guard case .times(let times)? = question?.kind, case .rule(let rule) = times.source else { return false }
        return rule.places != nil
    }

    fileprivate var namesGivenBack: [Word] {
        openings.flatMap { if case .giveBack(let slots) = $0 { slots } else { [] as [GivenBackSyntax] } }
            .compactMap { if case .answer(let name) = $0 { name } else { nil } }
    }
}
