import Diagnostics
import Expressions

/// Reads questions: `ask` and exactly one kind of answer.
struct QuestionDecoder {
    let findings: Findings
    let context: ReadingContext

    /// The kinds there are, and those that come later.
    static let kinds = ["answers", "times", "text"]
    static let laterKinds = ["form", "number", "money", "date", "photo", "file", "place", "sign_in", "pay", "app"]
    static let laterKeys = [
        "private", "optional", "intro", "summary", "scope", "extra", "total", "shipping", "contact", "billing",
        "recalculate", "track", "countries", "merchant", "data", "live",
    ]

    /// The keys that belong to each kind.
    private static let keysOfKind: [String: [String]] = [
        "answers": ["as", "several", "at_least", "at_most"],
        "times": ["where", "zone", "title", "image", "alt"],
        "text": [],
    ]

    /// The kind that a key goes with.
    static let owners: [String: String] = {
        var owners = ["bubble": "ask"]
        for (kind, keys) in keysOfKind {
            for key in keys { owners[key] = kind }
        }
        return owners
    }()

    /// The keys that a question of this step may have.
    func keys(of block: Block) -> [String] {
        let kinds = Self.kinds.filter(block.has)
        let later = Self.laterKinds.filter(block.has)
        // Of two kinds one is too many; that is said once. What goes with a later kind is not known yet.
        let excused = later.isEmpty ? [] : kinds.count + later.count > 1 ? later + Self.laterKeys : []
        let strays = later.isEmpty ? [] : Array(Self.owners.keys)
        return ["ask", "bubble"] + kinds + kinds.flatMap { Self.keysOfKind[$0] ?? [] } + excused + strays
    }

    func question(_ block: Block, step: String) -> ThingSyntax {
        let written = block.map.entries.map(\.key).filter {
            Self.kinds.contains($0.string) || Self.laterKinds.contains($0.string)
        }
        let ask = block.text("ask")
        let bubble = bubble(block)
        guard let key = block.key("ask"), let kind = written.first else {
            findings.report(
                .questionWithoutKind, "what may the customer answer?", at: block.key("ask") ?? block.place,
                label: "there is no kind of answer", help: "add `answers:`, `times:` or `text:`")
            return .unreadable
        }
        if written.count > 1 {
            findings.report(
                .twoKindsOfQuestion, "`\(step)` asks for `\(kind.string)` and for `\(written[1].string)`",
                at: written[1].span, label: "the second kind", help: "decide for one",
                related: [Diagnostic.Related("the first", at: kind.span)])
            return .unreadable
        }
        guard let ask else { return .unreadable }
        return .ask(QuestionSyntax(key: key, ask: ask, kind: self.kind(kind, block), bubble: bubble))
    }

    /// Reports a kind of answer in a step that asks nothing.
    func kindWithoutQuestion(_ block: Block, step: String) -> Bool {
        guard let kind = block.map.entries.map(\.key).first(where: { Self.kinds.contains($0.string) }) else {
            return false
        }
        findings.report(
            .kindWithoutQuestion, "there are `\(kind.string)` but nothing is asked", at: kind.span,
            label: "an answer to what?", help: "add `ask:` with the question")
        return true
    }

    private func kind(_ kind: ValueNode, _ block: Block) -> QuestionKindSyntax {
        switch kind.string {
        case "answers": AnswersDecoder(findings: findings).answers(block, key: kind.span)
        case "times": TimesDecoder(findings: findings, context: context).times(block, key: kind.span)
        case "text": text(block, key: kind.span)
        default: .unreadable
        }
    }

    // The bubble.

    private func bubble(_ block: Block) -> BubbleSyntax {
        guard let below = block.block("bubble") else { return BubbleSyntax() }
        below.expectKeys(
            ["title", "note", "image", "alt", "size", "reply"],
            later: ["right", "right_note", "image_title", "image_note"])
        return BubbleSyntax(
            title: below.text("title"), note: below.text("note"), image: image(below), size: below.choice("size"),
            reply: below.text("reply"))
    }

    private func image(_ block: Block) -> ImageSyntax? {
        guard let source = block.text("image") else { return nil }
        return ImageSyntax(source: source, alt: block.text("alt"))
    }

    // Typed text.

    private func text(_ block: Block, key: Span) -> QuestionKindSyntax {
        guard let node = block.node("text") else { return .unreadable }
        if case .value = node {
            guard let kind = block.choice("text", as: TextWord.self) else { return .unreadable }
            return .text(TextKindSyntax(key: key, kind: kind.value))
        }
        guard let below = block.block("text") else { return .unreadable }
        below.expectKeys([
            "kind", "at_least", "at_most", "matches", "label", "prefix", "example", "hint", "keyboard", "content",
        ])
        let kind = below.choice("kind", as: TextWord.self)
        let matches = pattern(below)
        guard !below.has("kind") || kind != nil, !below.has("matches") || matches != nil else { return .unreadable }
        return .text(
            TextKindSyntax(
                key: key, kind: kind?.value ?? .oneLine, atLeast: below.count("at_least", within: 0...10_000),
                atMost: below.count("at_most", within: 1...10_000), matches: matches, label: below.text("label"),
                prefix: below.text("prefix"), example: below.text("example"), hint: below.text("hint")))
    }

    private func pattern(_ block: Block) -> Located<Pattern>? {
        guard let word = block.word("matches") else { return nil }
        do throws(PatternMistake) {
            return Located(try Pattern(word.value), at: word.span)
        } catch {
            findings.report(
                .badPattern, error.message, at: word.span, label: "cannot be run",
                help: "a pattern is such as `[A-Z]-\\d{4}`; it has to fit the whole answer")
            return nil
        }
    }
}
