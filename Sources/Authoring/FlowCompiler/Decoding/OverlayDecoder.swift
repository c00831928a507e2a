import ChannelRules
import Diagnostics
import Expressions
import Foundation
import MessageModel

/// Decodes `apple:` and `web:`, and checks their keys against those of the channel.
struct OverlayDecoder {
    let findings: DiagnosticCollector

    func overlays(_ block: Block) -> OverlaysSyntax {
        OverlaysSyntax(apple: overlay(block, "apple", .apple, "Apple's message"), web: web(block, .webQuestion))
    }

    /// The overlays of a card, which Apple shows as a text and a rich link.
    func overlays(ofCard block: Block) -> OverlaysSyntax {
        OverlaysSyntax(apple: overlay(block, "apple", .appleLink, "Apple's rich link"), web: web(block, .web))
    }

    private func web(_ block: Block, _ keys: ChannelKeys) -> OverlaySyntax? {
        overlay(block, "web", keys, "a message of the web chat")
    }

    private func overlay(_ block: Block, _ key: String, _ keys: ChannelKeys, _ whole: String) -> OverlaySyntax? {
        guard let below = block.block(key) else { return nil }
        return Reader(findings: findings, whole: whole).block(below.map, keys, inside: nil)
    }

    private struct Reader {
        let findings: DiagnosticCollector
        /// The name of the whole message, for diagnostics.
        let whole: String

        func block(_ map: MapNode, _ keys: ChannelKeys, inside key: String?) -> OverlaySyntax {
            .block(map.entries.compactMap { entry in member(entry, keys, inside: key) })
        }

        private func member(
            _ entry: Entry, _ keys: ChannelKeys, inside outer: String?
        ) -> (key: Word, value: OverlaySyntax)? {
            let key = Located(entry.key.string, at: entry.key.span)
            let place = outer.map { "`\($0)`" } ?? whole
            guard let below = self.keys(of: key, keys, place) else { return nil }
            guard let node = entry.value else {
                findings.reportEmpty(entry.key)
                return nil
            }
            return value(node, below, key.value).map { (key, $0) }
        }

        /// The valid keys below a key; `nil` for an invalid key, which is reported.
        private func keys(of key: Word, _ keys: ChannelKeys, _ place: String) -> ChannelKeys? {
            guard case .block(let known) = keys else { return .any }
            switch known[key.value] {
            case .fixed?:
                findings.report(
                    .unknownChannelKey, "`\(key.value)` of \(place) cannot be changed", at: key.span,
                    label: "an identifier or an amount", help: "leave it out; Usher writes it")
                return nil
            case .decided(let instead)?:
                findings.report(
                    .unknownChannelKey, "`\(key.value)` of \(place) cannot be changed", at: key.span,
                    label: "the flow says it elsewhere", help: instead)
                return nil
            case let below?: return below
            case nil:
                findings.report(
                    .unknownChannelKey, "\(place) has no `\(key.value)`", at: key.span, label: "no such key",
                    help: suggestion(for: key.value, among: keys.names, are: "it has"))
                return nil
            }
        }

        private func value(_ node: Node, _ keys: ChannelKeys, _ key: String) -> OverlaySyntax? {
            switch (node, keys) {
            case (.broken, _): return nil
            case (.map(let map), .block), (.map(let map), .any): return block(map, keys, inside: key)
            case (.list(let list), .list(let inner)): return .list(list.items.compactMap { value($0, inner, key) })
            case (.list(let list), .any): return .list(list.items.compactMap { value($0, .any, key) })
            case (.value(let value), .text), (.value(let value), .any): return .text(findings.text(value))
            case (.value(let value), .number): return number(value)
            case (.value(let value), .flag): return flag(value)
            default:
                findings.reportShape(key, wants: keys.words, node)
                return nil
            }
        }

        private func number(_ value: ValueNode) -> OverlaySyntax? {
            if let number = Decimal(plain: value.string) { return .number(number) }
            findings.report(
                .badNumber, "`\(value.string)` is not a number", at: value.span, label: "not a number",
                help: "write digits with at most one point")
            return nil
        }

        private func flag(_ value: ValueNode) -> OverlaySyntax? {
            if let flag = Literal.yesNo(value.string) { return .flag(flag) }
            findings.report(
                .badYesNo, "`\(value.string)` is neither yes nor no", at: value.span, label: "neither yes nor no",
                help: "write `yes` or `no`")
            return nil
        }
    }
}

extension ChannelKeys {
    fileprivate var words: String {
        switch self {
        case .text: "a text"
        case .number: "a number"
        case .flag: "yes or no"
        case .block: "a block"
        case .list: "a list"
        case .any, .fixed, .decided: "a value"
        }
    }
}
