import Diagnostics
import Expressions

/// Decodes `answers` in all its forms.
struct AnswersDecoder {
    let findings: DiagnosticCollector
    /// Whether the answers are on a page of a form, which has its own values for `as`.
    var isPage = false

    func answers(_ block: Block, key: Span) -> QuestionKindSyntax {
        let style = isPage ? nil : block.choice("as", as: AnswersSyntax.Style.self)
        let several = block.yesNo("several")
        var answers = AnswersSyntax(
            key: key, style: style, isStyleKnown: style != nil || isPage || !block.mayHave("as"), items: [],
            several: several ?? false, atLeast: block.count("at_least", from: 0, to: 100),
            atMost: block.count("at_most", from: 1, to: 100), isDamaged: several == nil && block.mayHave("several"),
            isOnPage: isPage)
        guard let node = block.node("answers") else { return .unreadable }
        switch node {
        case .map(let map): short(map, in: &answers)
        case .list(let list): items(of: list, in: &answers)
        case .value(let value):
            let isList = value.string.contains(",")
            findings.reportShape(
                "answers", wants: "a list or a block", node,
                help: "write \(isList ? "`[\(value.string)]`" : "a list such as `[Bread, Cake]`")")
            return .unreadable
        case .broken:
            return .unreadable
        }
        return .answers(answers)
    }

    /// `Label: step`, one per line.
    private func short(_ map: MapNode, in answers: inout AnswersSyntax) {
        let block = Block(map, "`answers`", findings)
        answers.isDamaged = answers.isDamaged || map.isDamaged
        if answers.several {
            findings.report(
                .wrongShape, "with `several` an answer has no step of its own, here is a block", at: block.place,
                label: "which one, if several are chosen?",
                help: "write a list such as `[Bread, Cake]`, one `then:` for the step, and decide with `when`")
            answers.isDamaged = true
        }
        for entry in map.entries {
            let then = block.destination(entry)
            if then == nil { answers.isDamaged = true }
            answers.items.append(AnswerSyntax(label: findings.text(entry.key), then: then))
        }
    }

    private func items(of list: ListNode, in answers: inout AnswersSyntax, section: Section? = nil) {
        answers.isDamaged = answers.isDamaged || list.isDamaged
        for node in list.items {
            if !item(node, section, in: &answers) { answers.isDamaged = true }
        }
    }

    /// Decodes one item. Returns whether all of it could be read.
    private func item(_ node: Node, _ section: Section?, in answers: inout AnswersSyntax) -> Bool {
        switch node {
        case .value(let value):
            guard !value.string.isEmpty else {
                findings.reportEmptyItem(value.span)
                return false
            }
            answers.items.append(
                AnswerSyntax(
                    label: findings.text(value), section: section?.title, isOneOfSection: section?.takesOne ?? false))
            return true
        case .map(let map):
            let block = Block(map, "an answer", findings)
            return block.has("section")
                ? self.section(block, section, in: &answers) : long(block, section, in: &answers)
        case .list, .broken:
            findings.reportShape("answers", wants: "labels or blocks", node)
            return false
        }
    }

    /// The heading above some answers.
    private struct Section {
        var title: TextSyntax?
        /// Whether at most one of them may be chosen.
        var takesOne: Bool
    }

    private func section(_ block: Block, _ outer: Section?, in answers: inout AnswersSyntax) -> Bool {
        block.expectKeys(of: .section)
        let title = block.text("section")
        guard outer == nil else {
            findings.report(
                .wrongShape, "a section stands in a section", at: block.place, label: "sections do not nest",
                help: "end the section above first")
            return false
        }
        guard block.require("answers"), let node = block.node("answers") else { return false }
        guard case .list(let list) = node else {
            findings.reportShape("answers", wants: "a list", node)
            return false
        }
        let several = block.yesNo("several")
        if let key = block.key("several"), several == true && !answers.several || isPage {
            reportSeveral(key)
            return false
        }
        items(of: list, in: &answers, section: Section(title: title, takesOne: answers.several && several == false))
        return title != nil && (several != nil) == block.mayHave("several")
    }

    private func long(_ block: Block, _ section: Section?, in answers: inout AnswersSyntax) -> Bool {
        block.expectKeys(of: .answer)
        let each = block.value("each", wants: "`x in list`").flatMap(findings.each)
        let then = block.destination("then")
        if answers.several, let key = block.key("then") { reportThen(key) }
        let item = (
            note: block.text("note"), image: block.image(), id: block.text("id"),
            hasLabel: block.require("label", help: Self.help(block)),
            label: block.text("label")
        )
        guard let label = item.label else { return false }
        answers.items.append(
            AnswerSyntax(
                label: label, note: item.note, image: item.image, id: item.id, then: then,
                section: section?.title, isOneOfSection: section?.takesOne ?? false, each: each)
        )
        let isWhole = (each != nil) == block.mayHave("each") && (then != nil) == block.mayHave("then")
        return isWhole && (item.id != nil) == block.mayHave("id")
    }

    /// What to do about an answer without a label: a `then` alone was meant for the whole question.
    private static func help(_ block: Block) -> String? {
        guard block.map.entries.map(\.key.string) == ["then"] else { return nil }
        return "write `then:` at the column of `answers:`, without a dash, or add `label:` to it"
    }

    private func reportSeveral(_ span: Span) {
        findings.report(
            .unknownKey,
            isPage
                ? "a section on a page has no `several`"
                : "one answer of the question is taken, so a section has no `several`",
            at: span, label: "not here",
            help: isPage
                ? "leave it out; what is chosen on a page is counted for the whole page"
                : "write `several: yes` beside `answers:`, and `several: no` in sections of which one may be chosen")
    }

    private func reportThen(_ span: Span) {
        findings.report(
            .unknownKey, "with `several` an answer has no way of its own", at: span,
            label: "which one, if several are chosen?", help: "write one `then:` for the step, and decide with `when`")
    }
}

extension Block {
    /// A picture, with its description for screen readers.
    func image() -> ImageSyntax? {
        let alt = text("alt")
        return text("image").map { ImageSyntax(source: $0, alt: alt) }
    }
}
