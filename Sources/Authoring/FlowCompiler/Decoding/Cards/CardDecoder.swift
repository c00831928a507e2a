import Diagnostics
import Expressions
import FlowModel

/// Decodes `show`: a card, or a list of cards.
struct CardDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    /// The position of a card: on its own, or in the list of another.
    enum Place {
        case shown, carousel, items

        var key: String {
            switch self {
            case .shown: "show"
            case .carousel: "carousel"
            case .items: "items"
            }
        }

        /// The keys of a card at this position.
        func keys(of kind: CardTemplate.Kind) -> KeyPlace { self == .shown ? .cardOf(kind) : .listedCard(kind) }
    }

    /// The cards of `show`.
    func cards(_ entry: Entry) -> [CardSyntax] {
        switch entry.value {
        case .map(let map)?: return [card(map, at: entry.key.span, .shown)].compactMap { $0 }
        case .list(let list)?: return list.items.compactMap { item($0, .shown) }
        case .value(let value)? where value.string.isEmpty: findings.reportEmpty(entry.key)
        case .value?:
            findings.reportShape(
                "show", wants: "a card", entry.value ?? .broken(entry.span),
                help: "write the card below it, such as `text: …` or `image: …`")
        case .broken?: break
        case nil: findings.reportEmpty(entry.key)
        }
        return []
    }

    private func item(_ node: Node, _ place: Place) -> CardSyntax? {
        if case .map(let map) = node { return card(map, at: nil, place) }
        findings.reportShape(
            place.key, wants: "cards", node, help: "begin the item with the kind of card, such as `- text: …`")
        return nil
    }

    /// Decodes one card; `nil` when its kind is unknown.
    private func card(_ map: MapNode, at span: Span?, _ place: Place) -> CardSyntax? {
        let kinds = kinds(in: map)
        guard let first = kinds.first, let kind = CardTemplate.Kind(rawValue: first.string) else {
            reportMissingKind(map)
            return nil
        }
        if kinds.count > 1 {
            findings.report(
                .twoKindsOfCard, "this card is a `\(first.string)` and a `\(kinds[1].string)`", at: kinds[1].span,
                label: "the second kind", help: "make it two cards",
                related: [Diagnostic.Related("the first", at: first.span)])
            return nil
        }
        let block = Block(map, kind.words, at: span, findings)
        let keys = place.keys(of: kind)
        block.expectKeys(of: keys)
        guard fits(kind, at: first, place) else { return nil }
        for key in keys.table.keys where key.isRequired { block.require(key.name) }
        var card = CardSyntax(kind: kind, key: first.span)
        if place != .shown, block.has("each") {
            guard let each = block.value("each", wants: "`x in list`").flatMap(findings.each) else { return nil }
            card.each = each
        }
        read(block, into: &card)
        return card
    }

    /// The keys that determine the kind of the card, in the order written.
    private func kinds(in map: MapNode) -> [ValueNode] {
        let all = map.entries.map(\.key).filter { CardTemplate.Kind(rawValue: $0.string) != nil }
        let borrowed = all.compactMap { CardTemplate.Kind(rawValue: $0.string)?.borrowed }.reduce(into: Set()) {
            $0.formUnion($1)
        }
        return all.filter { !borrowed.contains($0.string) }
    }

    private func reportMissingKind(_ map: MapNode) {
        let kinds = CardTemplate.Kind.allCases.map(\.rawValue)
        let block = Block(map, "a card", findings)
        block.expectKeys(of: .card)
        guard !kinds.contains(where: block.mayHave) else { return }
        findings.report(
            .cardWithoutKind, "what kind of card is this?", at: map.span.firstLetters,
            label: "no kind of card",
            help: "add `text:`, `link:`, `image:`, `place:`, `product:` or another of the kinds")
    }

    private func fits(_ kind: CardTemplate.Kind, at key: ValueNode, _ place: Place) -> Bool {
        switch (place, kind) {
        case (.carousel, .carousel):
            findings.report(
                .wrongShape, "a carousel stands in a carousel", at: key.span, label: "carousels do not nest",
                help: "write its cards into the one around it")
            return false
        case (.items, let kind) where kind != .product:
            findings.report(
                .wrongShape, "`items` wants product cards, here is \(kind.words)", at: key.span, label: "no product",
                help: "begin each item with `product:`")
            return false
        default: return true
        }
    }

    // Contents.

    private func read(_ block: Block, into card: inout CardSyntax) {
        let keys = KeyPlace.cardOf(card.kind).table
        card.image = keys.has("image") ? block.image() : nil
        let values = CardValues(findings: findings, context: context)
        for entry in block.map.entries {
            guard let key = CardTemplate.Key(rawValue: entry.key.string), keys.has(key.rawValue) else { continue }
            switch card.kind.shape(of: key) {
            case .text:
                if let text = block.text(entry.key.string) { card.texts.append((key, text)) }
            case .number(let range, let isWhole):
                add(values.number(block, entry, within: range, isWhole: isWhole), to: &card.values)
            case .money: add(values.money(block, entry), to: &card.values)
            case .moment: add(values.moment(block, entry), to: &card.values)
            case .place: add(values.place(block, entry), to: &card.values)
            case .pairs:
                card.options = rows(block, entry).compactMap { below, row in
                    below.value(row, wants: "a text").map { (findings.text(row.key), findings.text($0)) }
                }
            case .amounts:
                card.discounts = rows(block, entry).compactMap { below, row in
                    values.money(below, row).map { (findings.text(row.key), $0) }
                }
            case .cards: card.cards = list(block, entry, card.kind == .carousel ? .carousel : .items)
            case .type: card.type = block.word(entry)
            case .image: break
            }
        }
        let actions = CardActionDecoder(findings: findings, context: context)
        card.action = actions.action(block)
        card.buttons = actions.buttons(block)
        card.overlays = OverlayDecoder(findings: findings).overlays(ofCard: block)
    }

    private func add(_ value: CardValueSyntax?, to values: inout [CardValueSyntax]) {
        if let value { values.append(value) }
    }

    /// Labels with their values.
    private func rows(_ block: Block, _ entry: Entry) -> [(Block, Entry)] {
        guard let below = block.block(entry, wants: "a line each") else { return [] }
        return below.map.entries.map { (below, $0) }
    }

    /// The cards of a carousel or the products of a receipt: a list, or one block with `each`.
    private func list(_ block: Block, _ entry: Entry, _ place: Place) -> [CardSyntax] {
        switch block.node(entry) {
        case .list(let list)?: return list.items.compactMap { item($0, place) }
        case .map(let map)? where map.entry("each") != nil:
            return [card(map, at: entry.key.span, place)].compactMap { $0 }
        case let node?:
            findings.reportShape(
                entry.key.string, wants: "a list of cards", node, help: "begin each card with a dash, or with `each:`")
            return []
        case nil: return []
        }
    }
}
