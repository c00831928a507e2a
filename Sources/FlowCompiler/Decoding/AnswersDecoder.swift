import Diagnostics
import Expressions

/// Reads `answers` in all its forms.
struct AnswersDecoder {
    let findings: Findings

    func answers(_ block: Block, key: Span) -> QuestionKindSyntax {
        let style = block.choice("as", as: AnswersSyntax.Style.self)
        let several = block.yesNo("several") ?? false
        let atLeast = block.count("at_least", within: 0...100)
        let atMost = block.count("at_most", within: 1...100)
        guard let node = block.node("answers") else { return .unreadable }
        var reader = Reader(findings: findings, several: several)
        switch node {
        case .map(let map): for entry in map.entries { reader.short(entry) }
        case .list(let list): for item in list.items { reader.item(item, section: nil) }
        case .value:
            findings.reportShape("answers", wants: "a list or a block", node)
            return .unreadable
        }
        return .answers(
            AnswersSyntax(
                key: key, style: style, items: reader.items, several: several, atLeast: atLeast, atMost: atMost,
                isDamaged: reader.isDamaged))
    }

    private struct Reader {
        let findings: Findings
        let several: Bool
        var items: [AnswerSyntax] = []
        var isDamaged = false

        /// `Label: step`.
        mutating func short(_ entry: Entry) {
            let label = findings.text(entry.key)
            switch entry.value {
            case .value(let value)?:
                let then = findings.destination(value)
                isDamaged = isDamaged || then == nil
                items.append(AnswerSyntax(label: label, then: then))
                if several { reportThen(value.span) }
            case let node?:
                isDamaged = true
                findings.reportShape(entry.key.string, wants: "one step", node)
            case nil:
                isDamaged = true
                findings.reportEmpty(entry.key)
            }
        }

        mutating func item(_ node: Node, section: TextSyntax?) {
            switch node {
            case .value(let value):
                items.append(AnswerSyntax(label: findings.text(value), section: section))
            case .map(let map):
                let block = Block(map, "an answer", findings)
                if block.has("section") { self.section(block) } else { long(block, section) }
            case .list:
                isDamaged = true
                findings.reportShape("answers", wants: "labels or blocks", node)
            }
        }

        private mutating func section(_ block: Block) {
            block.expectKeys(["section", "answers"])
            let title = block.text("section")
            guard block.require("answers"), let node = block.node("answers") else {
                isDamaged = true
                return
            }
            guard case .list(let list) = node else {
                isDamaged = true
                findings.reportShape("answers", wants: "a list", node)
                return
            }
            for item in list.items { self.item(item, section: title) }
        }

        private mutating func long(_ block: Block, _ section: TextSyntax?) {
            block.expectKeys(["label", "note", "image", "alt", "id", "then", "each"])
            let each = block.value("each", wants: "`x in list`").flatMap(findings.each)
            if block.has("each"), each == nil { isDamaged = true }
            guard block.require("label"), let label = block.text("label") else {
                isDamaged = true
                return
            }
            if several, let key = block.key("then") { reportThen(key) }
            let then = block.destination("then")
            if block.has("then"), then == nil { isDamaged = true }
            items.append(
                AnswerSyntax(
                    label: label, note: block.text("note"),
                    image: block.text("image").map { ImageSyntax(source: $0, alt: block.text("alt")) },
                    id: block.text("id"), then: then, section: section, each: each))
        }

        private func reportThen(_ span: Span) {
            findings.report(
                .unknownKey, "with `several` an answer has no way of its own", at: span,
                label: "which one, if several are chosen?",
                help: "write one `then:` for the step, and decide with `when`")
        }
    }
}
