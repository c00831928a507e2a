import Diagnostics
import Expressions
import FlowModel

/// `card:` names a type of `Config/services.yaml`, and its data is all that the type takes.
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
                return missing(card, type, known)
                    + card.action.data.flatMap { diagnose($0, known, EachScope(names, repeated), context) }
            }
        }
    }

    private func unknown(_ type: Word, _ known: [String]) -> Diagnostic {
        Diagnostic(
            .unknownCard, "no card is called `\(type.value)`", at: type.span, label: "no such card",
            help: suggestion(for: type.value, among: known, are: "there are")
                ?? "declare it below `cards:` in Config/services.yaml")
    }

    private func missing(_ card: CardSyntax, _ type: Word, _ known: CustomCardSyntax) -> [Diagnostic] {
        guard !card.action.isDamaged else { return [] }
        let given = Set(card.action.data.map(\.name.value))
        return known.card.takes.filter { !$0.isOptional && !given.contains($0.name) }.map { field in
            Diagnostic(
                .missingInput, "`\(type.value)` needs `\(field.name)` (\(field.type.word))", at: type.span,
                label: "`\(field.name)` is not given", help: "add `\(field.name):` below `data:`")
        }
    }

    private func diagnose(
        _ input: InputSyntax, _ known: CustomCardSyntax, _ names: EachScope, _ context: ReadingContext
    ) -> [Diagnostic] {
        let takes = known.card.takes
        guard let field = takes.first(where: { $0.name == input.name.value }) else {
            return [
                Diagnostic(
                    .unknownInput, "`\(known.name.value)` takes no `\(input.name.value)`", at: input.name.span,
                    label: "no such input",
                    help: takes.isEmpty
                        ? "it takes nothing; leave this out"
                        : suggestion(for: input.name.value, among: takes.map(\.name), are: "it takes"))
            ]
        }
        return input.source.diagnostics(input.problems(wanted: field.type, names, context, by: "card"))
    }
}
