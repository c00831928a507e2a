import Expressions
import FlowModel
import JSON

/// Lowers cards to templates for the engine.
struct CardLowering {
    let lowering: Lowering
    /// The index of the flow.
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
        card.type = syntax.type.flatMap { lowering.project.services.cards.named($0.value)?.card }
        card.data = data(syntax.action, scope, card.type?.takes ?? [])
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

    /// Constants are read as the types that a custom card takes.
    private func data(
        _ action: CardActionSyntax, _ scope: EachScope, _ takes: [ValueType.RecordField] = []
    ) -> [(name: String, value: Assignment)] {
        action.data.map { input in
            let type = takes.first { $0.name == input.name.value }?.type
            if let type, let words = input.value.words(input.source),
                case .success(let value) = type.value(of: words, lowering.project.bot.context)
            {
                return (input.name.value, .sum(.constant(value)))
            }
            return (input.name.value, assignment(input.value, scope))
        }
    }

    private func assignment(_ syntax: AssignedSyntax, _ scope: EachScope) -> Assignment {
        lowering.assignment(syntax, in: scope)
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
