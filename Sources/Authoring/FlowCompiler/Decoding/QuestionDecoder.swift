import Diagnostics
import Expressions

/// Decodes questions: `ask` and exactly one kind of answer.
struct QuestionDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func question(_ block: Block, _ keys: StepKeys) -> ThingSyntax {
        let kinds = keys.writtenKinds
        let ask = block.text("ask")
        let bubble = bubble(block, isOfApp: kinds.first?.string == "app")
        let isOptional = block.yesNo("optional") ?? false
        let isPrivate = block.yesNo("private") ?? false
        let read = kinds.map { kind($0, block) }
        guard let key = block.key("ask"), let first = kinds.first, let kind = read.first else {
            reportMissingKind(block)
            return .unreadable
        }
        guard kinds.count == 1 else {
            reportTwoKinds(first, kinds[1], keys.step)
            return .unreadable
        }
        guard let ask else { return .unreadable }
        return .ask(
            QuestionSyntax(
                key: key, ask: ask, kind: kind, bubble: bubble, isOptional: isOptional,
                isPrivate: isPrivate || kind.isAlwaysPrivate)
        )
    }

    private func reportMissingKind(_ block: Block) {
        guard let ask = block.key("ask"), !StepKeys.kinds.contains(where: block.mayHave) else {
            return
        }
        findings.report(
            .questionWithoutKind, "what may the customer answer?", at: ask, label: "there is no kind of answer",
            help: "add `answers:`, `times:` or `text:`")
    }

    private func reportTwoKinds(_ first: ValueNode, _ second: ValueNode, _ step: String) {
        findings.report(
            .twoKindsOfQuestion, "`\(step)` asks for `\(first.string)` and for `\(second.string)`", at: second.span,
            label: "the second kind", help: "decide for one",
            related: [Diagnostic.Related("the first", at: first.span)])
    }

    private func kind(_ kind: ValueNode, _ block: Block) -> QuestionKindSyntax {
        switch QuestionKey(rawValue: kind.string) {
        case .answers: AnswersDecoder(findings: findings).answers(block, key: kind.span)
        case .times: TimesDecoder(findings: findings, context: context).times(block, key: kind.span)
        case .text: text(block, key: kind.span)
        case .number: TypedKindsDecoder(findings: findings, context: context).number(block, key: kind.span)
        case .money: TypedKindsDecoder(findings: findings, context: context).money(block, key: kind.span)
        case .date: DateDecoder(findings: findings).date(block, key: kind.span)
        case .signIn: ServiceKindsDecoder(findings: findings, context: context).signIn(block, key: kind.span)
        case .pay: PayDecoder(findings: findings, context: context).pay(block, key: kind.span)
        case .app: ServiceKindsDecoder(findings: findings, context: context).app(block, key: kind.span)
        case .form: FormDecoder(findings: findings, context: context).form(block, key: kind.span)
        case .photo: SentKindsDecoder(findings: findings).photo(block, key: kind.span)
        case .file: SentKindsDecoder(findings: findings).file(block, key: kind.span)
        case .place: SentKindsDecoder(findings: findings).place(block, key: kind.span)
        case nil: .unreadable
        }
    }

    private func bubble(_ block: Block, isOfApp: Bool) -> BubbleSyntax {
        guard let below = block.block("bubble") else { return BubbleSyntax() }
        below.expectKeys(of: isOfApp ? .appBubble : .bubble)
        let size = below.choice("size", as: BubbleSize.self)
        return BubbleSyntax(
            title: below.text("title"), note: below.text("note"), image: below.image(), size: size,
            isSizeKnown: size != nil || !below.mayHave("size"), reply: below.text("reply"),
            right: below.text("right"), rightNote: below.text("right_note"), imageTitle: below.text("image_title"),
            imageNote: below.text("image_note"))
    }

    // Typed text.

    func text(_ block: Block, key: Span) -> QuestionKindSyntax {
        guard let node = block.node("text") else { return .unreadable }
        if case .value = node {
            guard let kind = block.choice("text", as: TextWord.self) else { return .unreadable }
            return .text(TextKindSyntax(key: key, kind: kind.value))
        }
        guard let below = block.block("text") else { return .unreadable }
        below.expectKeys(of: .text)
        let kind = below.choice("kind", as: TextWord.self)
        return .text(
            TextKindSyntax(
                key: key, kind: kind?.value ?? .oneLine, atLeast: below.count("at_least", from: 0, to: 10_000),
                atMost: below.count("at_most", from: 1, to: 10_000), matches: pattern(below),
                field: below.field()))
    }

    private func pattern(_ block: Block) -> Located<Pattern>? {
        guard let word = block.word("matches") else { return nil }
        do throws(PatternMistake) {
            return Located(try Pattern(word.value), at: word.span)
        } catch {
            findings.report(
                .badPattern, error.message, at: word.span, label: "cannot be run",
                help: "a pattern looks like `[A-Z]-\\d{4}`; it has to fit the whole answer")
            return nil
        }
    }
}
