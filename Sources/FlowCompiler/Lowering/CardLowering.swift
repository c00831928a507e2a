import Expressions
import FlowModel
import JSON

/// Turns cards into what the engine fills in.
struct CardLowering {
    let lowering: Lowering
    /// The place of the flow.
    let flow: Int

    func card(_ syntax: CardSyntax, inside repeated: [EachSyntax] = []) -> CardTemplate {
        let repeated = repeated + [syntax.each].compactMap { $0 }
        let scope = EachScope(lowering.names[flow], repeated)
        var card = CardTemplate(
            syntax.kind, each: syntax.each.map { Each(variable: $0.variable.value, list: $0.list.value) })
        for (key, text) in syntax.texts { card.texts[key] = lowering.phrase(text) }
        for value in syntax.values {
            if let key = CardTemplate.Key(rawValue: value.key) { card.values[key] = assignment(value.value, scope) }
        }
        card.image = syntax.image.map {
            Image(source: lowering.phrase($0.source), alt: $0.alt.map(lowering.phrase))
        }
        card.options = syntax.options.map { (lowering.phrase($0.label), lowering.phrase($0.value)) }
        card.discounts = syntax.discounts.map { (lowering.phrase($0.label), assignment($0.amount.value, scope)) }
        card.cards = syntax.cards.map { self.card($0, inside: repeated) }
        card.tap = tap(syntax.action)
        card.data = data(syntax.action, scope)
        card.buttons = syntax.buttons.compactMap { button in
            tap(button.action).map {
                CardTemplate.Button(label: lowering.phrase(button.label), tap: $0, data: data(button.action, scope))
            }
        }
        card.overlays = overlays(syntax.overlays)
        return card
    }

    private func tap(_ action: CardActionSyntax) -> CardTemplate.Tap? {
        switch action.tap {
        case .open(let address)?: .open(lowering.phrase(address))
        case .map?: .map
        case .event(let name)?: .event(name)
        case nil: nil
        }
    }

    private func data(_ action: CardActionSyntax, _ scope: EachScope) -> [(name: String, value: Assignment)] {
        action.data.map { ($0.name.value, assignment($0.value, scope)) }
    }

    private func assignment(_ syntax: AssignedSyntax, _ scope: EachScope) -> Assignment {
        switch syntax {
        case .sum(let sum): sum.resolved(in: scope, lowering.project.bot.context).sum.map { .sum($0) } ?? .nothing
        case .text(let template): .text(Phrase(template))
        case .yesNo(let value): .yesNo(value)
        case .list(let items): .list(items.map { Phrase($0) })
        case .nothing, .broken: .nothing
        }
    }

    // Overlays.

    func overlays(_ syntax: OverlaysSyntax) -> Overlays {
        Overlays(apple: syntax.apple.map(overlay), web: syntax.web.map(overlay))
    }

    private func overlay(_ syntax: OverlaySyntax) -> Overlay {
        switch syntax {
        case .text(let text): .text(lowering.phrase(text))
        case .number(let number): .constant(.number(JSONNumber(number)))
        case .flag(let flag): .constant(.bool(flag))
        case .list(let items): .list(items.map(overlay))
        case .block(let members): .block(members.map { ($0.key.value, overlay($0.value)) })
        }
    }
}
