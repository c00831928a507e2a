import Diagnostics
import Expressions

/// A text that customers read or type, in the language of the flow files.
struct SourceWording: Sendable {
    /// Its name in translations.
    let name: String
    let text: SourceText
    let template: Template

    var fingerprint: String { Fingerprint.of(text.string) }

    /// Whether it contains something to translate: letters outside braces.
    var hasWords: Bool { template.hasWords }

    /// Whether a translation has the same names in braces.
    func agrees(with other: Template) -> Bool { template.nameTexts == other.nameTexts }
}

extension FlowSyntax {
    /// All texts of the flow, in the order of its file.
    var wordings: [SourceWording] {
        let sites = steps.flatMap { step in step.textSites.filter { $0.role == .said } }
        let texts = sites.map { ($0.source, $0.template) } + exits.texts.map { ($0.source, $0.template) }
        return textNames.wordings(texts + anywhere.texts)
    }
}

extension BotSyntax {
    /// All texts of the bot, in the order of bot.yaml.
    var wordings: [SourceWording] {
        let texts =
            [notice].compactMap { $0 } + exits.texts + self.texts.map(\.text)
            + replies.compactMap(\.text)
        return textNames.wordings(texts.map { ($0.source, $0.template) } + anywhere.texts + entries.texts)
    }
}

extension EntriesSyntax {
    /// The words of each line of `contains` as one text.
    fileprivate var texts: [(SourceText, Template)] {
        lines.compactMap { line in
            guard line.destination != nil, case .contains(_, let source) = line.condition else { return nil }
            return (source, Template(plain: source.string))
        }
    }
}

extension AnywhereSyntax {
    /// The words of each line as one text.
    fileprivate var texts: [(SourceText, Template)] {
        lines.filter { $0.destination != nil }.map { ($0.source, Template(plain: $0.source.string)) }
    }
}

extension TextNames {
    /// Texts with their names, by location, without duplicates; a section heading is part of all of its answers.
    fileprivate func wordings(_ texts: [(SourceText, Template)]) -> [SourceWording] {
        var seen: Set<Int> = []
        let named = texts.compactMap { text, template -> SourceWording? in
            guard let name = self[text], seen.insert(text.start).inserted else { return nil }
            return SourceWording(name: name, text: text, template: template)
        }
        return named.sorted { $0.text.start < $1.text.start }
    }
}

extension Template {
    /// The names in braces, without duplicates.
    fileprivate var nameTexts: Set<String> { Set(inserts.map(\.name.text)) }

    /// Whether it contains letters outside braces.
    fileprivate var hasWords: Bool {
        parts.contains { part in
            switch part {
            case .text(let text): return text.contains(where: \.isLetter)
            case .number: return false
            case .insert(let insert):
                switch insert.style {
                case .plural(let variants), .select(let variants): return variants.contains { $0.text.hasWords }
                default: return insert.fallback.map { $0 != "nothing" && $0.contains(where: \.isLetter) } ?? false
                }
            }
        }
    }
}
