import Diagnostics
import Expressions
import FlowModel

/// `card:` names a type of `Config/services.yaml`, and its data contains all required inputs of the type.
struct CustomCards: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let cards = analysis.project.services.cards
        let context = analysis.project.bot.context
        return zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            flow.steps.flatMap(\.cards).flatMap { $0.all() }.flatMap { card, repeated -> [Diagnostic] in
                guard let type = card.type else { return [] }
                guard let known = cards.named(type.value) else {
                    return cards.isDamaged ? [] : [unknown(type, cards.names)]
                }
                if known.isDamaged { return [] }
                let inputs = Inputs(
                    what: "card", key: "data", target: type, takes: known.card.takes, given: card.action.data,
                    isDamaged: card.action.isDamaged)
                return inputs.diagnose(EachScope(names, repeated), context)
            }
        }
    }

    private func unknown(_ type: Word, _ known: [String]) -> Diagnostic {
        Diagnostic(
            .unknownCard, "no card is called `\(type.value)`", at: type.span, label: "no such card",
            help: suggestion(for: type.value, among: known, are: "there are")
                ?? "declare it below `cards:` in Config/services.yaml")
    }
}
