import Diagnostics

/// Texts in bubbles and labels are short enough to be shown.
struct TextLengths: Check {
    private static let longest = 512
    private static let longestOnNewDevices = 200
    private static let longestButton = 24

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).compactMap(\.question).flatMap { question in
            bubbleTexts(question).compactMap { diagnose($0, isStrict: analysis.project.options.isStrict) }
                + buttons(question)
        } + labelsOnCards(analysis.project)
    }

    private func labelsOnCards(_ project: Project) -> [Diagnostic] {
        project.flows.flatMap(\.steps).flatMap(\.cards).flatMap { $0.all() }.flatMap { card, _ in
            card.buttons.compactMap { diagnose($0.label, isStrict: project.options.isStrict) }
        }
    }

    private func diagnose(_ text: TextSyntax, isStrict: Bool) -> Diagnostic? {
        let length = text.fixedLength
        if length > Self.longest {
            return Diagnostic(
                .textTooLong, "this has \(length) characters, Apple shows \(Self.longest)", at: text.span,
                label: "too long", help: "say the rest in a `say:` before it")
        }
        guard isStrict, length > Self.longestOnNewDevices else { return nil }
        return Diagnostic(
            .textTooLong, "this has \(length) characters, newer devices show \(Self.longestOnNewDevices)",
            at: text.span,
            label: "will be cut", help: "say the rest in a `say:` before it", severity: .warning)
    }

    private func buttons(_ question: QuestionSyntax) -> [Diagnostic] {
        guard case .answers(let answers) = question.kind, answers.isStyleKnown, answers.areButtons else { return [] }
        return answers.items.filter { $0.label.fixedLength > Self.longestButton }.map { item in
            Diagnostic(
                .answerTooLong, "a button cuts this after about \(Self.longestButton) characters", at: item.label.span,
                label: "\(item.label.fixedLength) characters", help: "shorten it, or write `as: list`")
        }
    }

    /// The texts that stand in a bubble.
    private func bubbleTexts(_ question: QuestionSyntax) -> [TextSyntax] {
        let bubble = question.bubble
        var texts: [TextSyntax?] = [bubble.title, bubble.note, bubble.reply]
        switch question.kind {
        case .answers(let answers):
            texts.append(question.ask)
            texts += answers.items.flatMap { [$0.section, $0.label, $0.note] }
        case .times(let times): texts += [question.ask, times.title, times.place?.name]
        case .text, .number, .money, .date, .photo, .file, .place, .unreadable: break
        }
        return texts.compactMap { $0 }
    }
}
