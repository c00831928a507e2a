import Diagnostics
import Expressions

/// Decodes the effect of a tap on a card or on one of its buttons.
struct CardActionDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    private static let mostButtons = 6

    func action(_ block: Block) -> CardActionSyntax {
        CardActionSyntax(tap: tap(block), data: data(block), isDamaged: isDataDamaged(block))
    }

    func buttons(_ block: Block) -> [CardButtonSyntax] {
        guard let node = block.node("buttons") else { return [] }
        guard case .list(let list) = node else {
            findings.reportShape("buttons", wants: "a list", node, help: "begin each button with `- label:`")
            return []
        }
        if list.items.count > Self.mostButtons {
            findings.report(
                .outOfRange, "a card has at most six buttons, this is the seventh",
                at: list.items[Self.mostButtons].span.firstLetters, label: "the seventh button",
                help: "leave it out, or make it another card")
        }
        return list.items.compactMap(button)
    }

    private func button(_ node: Node) -> CardButtonSyntax? {
        guard case .map(let map) = node else {
            findings.reportShape(
                "buttons", wants: "blocks", node, help: "write `- label:` and below it `tap:`")
            return nil
        }
        let block = Block(map, "a button", findings)
        if let then = block.key("then") {
            findings.reportUnknownKey(
                "a button has no `then`", at: then, label: "a card leads to no step",
                help: "a choice is a question: use `ask:` with `answers:`")
        }
        block.expectKeys(KeyPlace.cardButton.table.names + ["then"])
        if !block.has("then") { block.require("tap", help: "add `tap:`, such as `tap: open https://…`") }
        let action = action(block)
        guard block.require("label"), let label = block.text("label") else { return nil }
        return CardButtonSyntax(label: label, action: action)
    }

    // Taps.

    private func tap(_ block: Block) -> CardActionSyntax.Tap? {
        guard let node = block.value("tap", wants: "what a tap does") else { return nil }
        let text = node.string
        if text == "map" { return .map }
        if text.hasPrefix("open ") { return .open(address(node)) }
        if text == "open" {
            findings.report(
                .badAddress, "`open` does not say what to open", at: node.span, label: "no address",
                help: "write `open https://…`")
            return nil
        }
        if text.contains("://") || ["www.", "tel:", "mailto:"].contains(where: text.hasPrefix) {
            findings.reportUnknownWord("tap", Located(text, at: node.span), help: "write `open` before an address")
            return nil
        }
        if let first = text.split(separator: " ").first, first.count < text.count || text.contains("{") {
            let help = closest(to: String(first), among: ["open"]).map { "did you mean `\($0)`?" }
            findings.reportUnknownWord(
                "tap", Located(String(first), at: node.text.span(0..<first.utf8.count)),
                help: help ?? "write `open https://…`, `map`, or the name of an event in one word")
            return nil
        }
        return .event(text)
    }

    private func address(_ node: ValueNode) -> TextSyntax {
        let bytes = Array(node.string.utf8)
        let start = bytes[5...].firstIndex { $0 != 0x20 } ?? bytes.count
        let source = node.text.part(start..<bytes.count)
        return findings.text(
            ValueNode(text: source, isQuoted: false, span: node.text.span(start..<bytes.count)))
    }

    // Data.

    private func data(_ block: Block) -> [InputSyntax] {
        guard let below = block.block("data") else { return [] }
        return below.map.entries.compactMap { entry in
            let name = Located(entry.key.string, at: entry.key.span)
            guard Name.isIdentifier(name.value) else {
                findings.reportName(name, "a value")
                return nil
            }
            guard let value = below.value(entry, wants: "one value") else { return nil }
            let (assigned, problems) = AssignedSyntax.parse(value.string, isQuoted: value.isQuoted, context)
            findings.add(problems, in: value.text)
            return InputSyntax(name: name, value: assigned, source: value.text, span: value.span)
        }
    }

    private func isDataDamaged(_ block: Block) -> Bool {
        guard case .map(let map)? = block.map.entry("data")?.value else { return block.mayHave("data") }
        return map.isDamaged
    }
}

extension DiagnosticCollector {
    fileprivate func reportUnknownWord(_ key: String, _ word: Word, help: String) {
        report(
            .unknownWord, "`\(key)` does not know `\(word.value)`", at: word.span, label: "not a word of `\(key)`",
            help: help)
    }
}
