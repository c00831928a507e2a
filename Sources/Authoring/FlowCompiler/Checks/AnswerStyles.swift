import Diagnostics

/// `as` is compatible with the answers: buttons have no notes, pictures or headings, and are single choice.
struct AnswerStyles: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allAnswers.compactMap { _, answers in
            guard let style = answers.style, style.value == .buttons, let what = answers.tooMuchForButtons else {
                return nil
            }
            return Diagnostic(
                .asImpossible, "buttons cannot show \(what)", at: style.span, label: "not as buttons",
                help: "leave out `as: buttons`")
        }
    }
}

extension AnswersSyntax {
    /// The part of these answers that buttons cannot show.
    var tooMuchForButtons: String? {
        if several { return "several answers at once" }
        if items.contains(where: { $0.note != nil }) { return "notes" }
        if items.contains(where: { $0.image != nil }) { return "pictures" }
        if items.contains(where: { $0.section != nil }) { return "headings" }
        return nil
    }

    /// Whether they are sent as buttons to a device that supports them.
    var areButtons: Bool {
        switch style?.value {
        case .buttons: true
        case nil: tooMuchForButtons == nil && items.count <= 5 && !items.contains { $0.each != nil }
        default: false
        }
    }
}
