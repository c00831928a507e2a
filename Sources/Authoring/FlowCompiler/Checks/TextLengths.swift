import ChannelRules
import Diagnostics
import FlowModel
import MessageModel

/// Texts in bubbles and labels are short enough to be displayed.
struct TextLengths: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).flatMap(\.questions).flatMap { question in
            analysis.project.translations.with(bubbleTexts(question)).compactMap {
                diagnose($0, analysis.project.options.limits)
            }
                + buttons(question, analysis.project.translations)
        } + labelsOnCards(analysis.project)
    }

    private func labelsOnCards(_ project: Project) -> [Diagnostic] {
        let labels = project.flows.flatMap(\.steps).flatMap(\.cards).flatMap { $0.all() }.flatMap { card, _ in
            card.buttons.map(\.label) + card.titlesOfLinks
        }
        return project.translations.with(labels).compactMap { diagnose($0, project.options.limits) }
    }

    private func diagnose(_ text: TextSyntax, _ limits: AppleLimits) -> Diagnostic? {
        let length = text.fixedLength
        if length > AppleLimits.documented.text {
            return Diagnostic(
                .textTooLong, "this has \(length) characters, Apple shows \(AppleLimits.documented.text)",
                at: text.span, label: "too long", help: "say the rest in a `say:` before it")
        }
        guard length > limits.text else { return nil }
        return Diagnostic(
            .textTooLong, "this has \(length) characters, newer devices show \(limits.text)",
            at: text.span,
            label: "will be cut", help: "say the rest in a `say:` before it", severity: .warning)
    }

    private func buttons(_ question: QuestionSyntax, _ translations: Translations) -> [Diagnostic] {
        guard case .answers(let answers) = question.kind, answers.isStyleKnown, !answers.isOnPage, answers.areButtons
        else { return [] }
        let labels = translations.with(answers.items.map(\.label))
        return labels.filter { $0.fixedLength > AppleLimits.buttonLabel }.map { label in
            Diagnostic(
                .answerTooLong, "a button cuts this after about \(AppleLimits.buttonLabel) characters", at: label.span,
                label: "\(label.fixedLength) characters", help: "shorten it, or write `as: list`")
        }
    }

    /// The texts in a bubble.
    private func bubbleTexts(_ question: QuestionSyntax) -> [TextSyntax] {
        let bubble = question.bubble
        var texts: [TextSyntax?] = [bubble.title, bubble.note, bubble.reply]
        switch question.kind {
        case .answers(let answers):
            texts.append(question.ask)
            texts += answers.items.flatMap { [$0.section, $0.label, $0.note] }
        case .times(let times): texts += [question.ask, times.title, times.place?.name]
        case .signIn, .pay, .app: texts += [question.ask] + bubble.textsOfApps
        case .form(let form):
            texts.append(question.ask)
            texts += form.ownTexts + form.pages.flatMap { $0.answers == nil ? [$0.question?.ask] : [] }
            texts += form.pages.flatMap { $0.question?.kind.field?.texts ?? [] }
        case .text, .number, .money, .date, .photo, .file, .place, .unreadable: break
        }
        return texts.compactMap { $0 }
    }
}

extension CardSyntax {
    /// The titles of cards that are sent as links.
    fileprivate var titlesOfLinks: [TextSyntax] {
        guard texts.contains(where: { $0.key == .link }) else { return [] }
        return texts.filter { $0.key == .title || $0.key == .product }.map(\.text)
    }
}
