import Diagnostics
import Expressions

/// Decodes one page of a form: a question of one of the kinds that forms support.
struct PageDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    private static let keys = KeyPlace.page.table
    private static let kinds = keys.names(in: .answer)
    /// The kinds of answer that only steps have; on a page they have a diagnostic of their own.
    private static let others = StepKeys.kinds.filter { !keys.has($0) }
    /// All of these, the keys that go with others last.
    private static let known: [String] = {
        let details = keys.keys.filter { !$0.goesWith.isEmpty }.map(\.name)
        return keys.names.filter { !details.contains($0) } + others + details
    }()

    /// `nil` when no part of it could be read.
    func page(_ form: Block, _ entry: Entry) -> PageSyntax? {
        let name = Located(entry.key.string, at: entry.key.span)
        check(name)
        guard let value = entry.value else {
            findings.reportEmpty(entry.key)
            return nil
        }
        guard case .map(let map) = value else {
            findings.reportShape(
                name.value, wants: "a block", value, help: "write below it `ask:` and what may be answered")
            return nil
        }
        let block = Block(map, "a page", at: name.span, findings)
        block.expectKeys(Self.known)
        reportStrays(block, name)
        var page = PageSyntax(name: name, title: block.text("title"))
        page.then = then(block)
        page.question = question(block, name)
        page.wheel = wheel(block)
        return page
    }

    private func check(_ name: Word) {
        if name.value == "send" {
            findings.report(
                .reservedName, "`send` already means sending the form", at: name.span, label: "a word of the language",
                help: "give the page another name")
        } else if !Name.isIdentifier(name.value) {
            findings.refuse(name, "a page")
        }
    }

    private func then(_ block: Block) -> ThenSyntax? {
        guard let key = block.key("then"), let destination = block.destination("then") else { return nil }
        return ThenSyntax(key: key, destination: destination)
    }

    // Questions.

    private func question(_ block: Block, _ name: Word) -> QuestionSyntax? {
        // A repeated key has been reported.
        let written = block.map.entries.map(\.key).filter { key in
            StepKeys.kinds.contains(key.string) && block.key(key.string) == key.span
        }
        let ask = block.text("ask")
        let isOptional = block.yesNo("optional") ?? false
        let read = written.map { kind($0, block) }
        if !block.has("ask") {
            block.require(
                "ask", "the page `\(name.value)` does not say what it asks", help: "add `ask:` with the question")
        }
        guard let key = block.key("ask"), let first = written.first, let kind = read.first else {
            reportMissingKind(block)
            return nil
        }
        guard written.count == 1 else {
            findings.report(
                .twoKindsOfQuestion,
                "the page `\(name.value)` asks for `\(first.string)` and for `\(written[1].string)`",
                at: written[1].span,
                label: "the second kind", help: "make it two pages",
                related: [Diagnostic.Related("the first", at: first.span)])
            return nil
        }
        guard let ask, let kind else { return nil }
        return QuestionSyntax(key: key, ask: ask, kind: kind, bubble: BubbleSyntax(), isOptional: isOptional)
    }

    private func reportMissingKind(_ block: Block) {
        guard let ask = block.key("ask"), !Self.kinds.contains(where: block.mayHave) else { return }
        findings.report(
            .questionWithoutKind, "what may the customer answer?", at: ask, label: "there is no kind of answer",
            help: "add `answers:`, `text:`, `number:`, `money:` or `date:`")
    }

    /// `nil` for a kind that forms do not support.
    private func kind(_ kind: ValueNode, _ block: Block) -> QuestionKindSyntax? {
        let typed = TypedKindsDecoder(findings: findings, context: context)
        switch kind.string {
        case "answers": return AnswersDecoder(findings: findings, isPage: true).answers(block, key: kind.span)
        case "text": return QuestionDecoder(findings: findings, context: context).text(block, key: kind.span)
        case "number": return typed.number(block, key: kind.span)
        case "money": return typed.money(block, key: kind.span)
        case "date": return DateDecoder(findings: findings).date(block, key: kind.span)
        default:
            findings.report(
                .notOnAPage, "a form page cannot ask for \(Self.words[kind.string] ?? "a `\(kind.string)`")",
                at: kind.span, label: "not on a page", help: "ask it in a step of its own")
            return nil
        }
    }

    private static let words = ["times": "`times`", "app": "an `app`"]

    /// `as: wheel`, with its label and its initial answer.
    private func wheel(_ block: Block) -> WheelSyntax? {
        let label = block.text("label")
        let preset = block.word("preset")
        guard let word = block.word("as") else { return nil }
        guard word.value == "wheel" else {
            findings.reportUnknownWord("as", word, among: ["wheel"])
            return nil
        }
        return WheelSyntax(label: label, preset: preset)
    }

    // Incompatible keys.

    private func reportStrays(_ block: Block, _ name: Word) {
        guard Self.kinds.contains(where: block.has), !block.map.isDamaged else { return }
        let typed = ["text", "number", "money", "date"].first(where: block.has)
        for entry in block.map.entries {
            let key = entry.key.string
            guard let owner = Self.keys[key]?.goesWith.first else { continue }
            let isForWheel = owner == "as"
            guard !block.has("answers") || isForWheel && !block.has("as") else { continue }
            let isInside = typed != nil && ["at_least", "at_most", "label", "preset"].contains(key)
            findings.reportUnknownKey(
                "the page `\(name.value)` has no use for `\(key)`", at: entry.key.span,
                label: isForWheel ? "goes with `as: wheel`" : "goes with `answers`",
                help: isInside
                    ? "write it below `\(typed ?? ""):`"
                    : isForWheel ? "`\(key)` belongs to `answers` with `as: wheel`" : "`\(key)` belongs to `answers`")
        }
    }
}
