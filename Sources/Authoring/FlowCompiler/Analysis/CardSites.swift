import Expressions
import FlowModel

extension CardSyntax {
    /// All texts and values of the card, in the order of the language's keys.
    ///
    /// - Parameters:
    ///   - repeated: the surrounding `each` blocks.
    ///   - stage: the number of openings of the step before the card.
    func sites(_ repeated: [EachSyntax], stage: Int) -> [TextSite] {
        let repeated = repeated + [each].compactMap { $0 }
        func site(_ text: TextSyntax, _ role: TextSite.Role = .said) -> TextSite {
            TextSite(template: text.template, source: text.source, repeated: repeated, stage: stage, role: role)
        }
        var sites = texts.map { site($0.text, $0.key.role) }
        if let image { sites += [site(image.source, .image)] + [image.alt].compactMap { $0.map { site($0) } } }
        sites += values.flatMap { $0.sites(repeated, stage) }
        sites += options.flatMap { [site($0.label), site($0.value)] }
        sites += discounts.flatMap { [site($0.label)] + $0.amount.sites(repeated, stage) }
        sites += cards.flatMap { $0.sites(repeated, stage: stage) }
        sites += action.sites(repeated, stage)
        sites += buttons.flatMap { [site($0.label)] + $0.action.sites(repeated, stage) }
        return sites + overlays.texts.map { site($0, .address) }
    }

    /// Its `each` blocks and those of its cards, each with the surrounding ones.
    func eachBlocks(inside outer: [EachSyntax]) -> [(each: EachSyntax, outer: [EachSyntax])] {
        let own = each.map { [($0, outer)] } ?? []
        let around = outer + [each].compactMap { $0 }
        return own + cards.flatMap { $0.eachBlocks(inside: around) }
    }

    /// The card and all nested cards, each with its `each` blocks, including its own.
    func all(inside outer: [EachSyntax] = []) -> [(card: CardSyntax, repeated: [EachSyntax])] {
        let around = outer + [each].compactMap { $0 }
        return [(self, around)] + cards.flatMap { $0.all(inside: around) }
    }
}

extension CardTemplate.Key {
    /// The role of its text: words, or content that is the same in every language.
    fileprivate var role: TextSite.Role {
        switch self {
        case .file: .image
        case .link, .street, .street2, .postcode, .receipt: .address
        default: .said
        }
    }
}

extension CardValueSyntax {
    fileprivate func sites(_ repeated: [EachSyntax], _ stage: Int) -> [TextSite] {
        value.written.map {
            TextSite(template: $0, source: source, repeated: repeated, stage: stage, role: .set)
        }
    }
}

extension CardActionSyntax {
    fileprivate func sites(_ repeated: [EachSyntax], _ stage: Int) -> [TextSite] {
        var sites: [TextSite] = []
        if case .open(let text)? = tap {
            sites.append(
                TextSite(
                    template: text.template, source: text.source, repeated: repeated, stage: stage, role: .address))
        }
        return sites
            + data.flatMap { input in
                input.value.written.map {
                    TextSite(template: $0, source: input.source, repeated: repeated, stage: stage, role: .set)
                }
            }
    }
}

extension OverlaysSyntax {
    /// The texts in an overlay.
    var texts: [TextSyntax] { (apple?.texts ?? []) + (web?.texts ?? []) }
}

extension OverlaySyntax {
    fileprivate var texts: [TextSyntax] {
        switch self {
        case .text(let text): [text]
        case .number, .flag: []
        case .list(let items): items.flatMap(\.texts)
        case .block(let members): members.flatMap(\.value.texts)
        }
    }
}

extension AssignedSyntax {
    /// The texts in it, and each of its names as a separate text.
    var written: [Template] {
        switch self {
        case .sum(let sum): [Template(sum.inserts.map { .insert($0) })]
        case .text(let text): [text]
        case .list(let items): items
        case .record(let parts): parts.flatMap(\.value.written)
        case .yesNo, .nothing, .broken: []
        }
    }
}

extension StepSyntax {
    /// The cards that it shows.
    var cards: [CardSyntax] {
        openings.flatMap { opening -> [CardSyntax] in
            if case .show(let cards) = opening { cards } else { [] }
        }
    }
}
