import Diagnostics
import Expressions

/// Decodes `form`: its pages, the intro before them and the summary after them.
struct FormDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func form(_ block: Block, key: Span) -> QuestionKindSyntax {
        let intro = intro(block)
        let summary = block.yesNo("summary") ?? false
        guard let below = block.block("form", wants: "a block of pages") else { return .unreadable }
        let pages = below.map.entries.map { PageDecoder(findings: findings, context: context).page(below, $0) }
        return .form(
            FormSyntax(
                key: key, pages: pages.compactMap { $0 }, intro: intro, hasSummary: summary,
                isDamaged: below.map.isDamaged || pages.contains { $0 == nil }))
    }

    private func intro(_ block: Block) -> IntroSyntax? {
        guard let below = block.block("intro") else { return nil }
        below.expectKeys(of: .intro)
        below.require(
            "button", "`intro` does not say what its `button` is called",
            help: "add `button:`, such as `button: Let us begin`")
        return IntroSyntax(
            title: below.text("title"), text: below.text("text"), button: below.text("button"), image: below.image())
    }
}
