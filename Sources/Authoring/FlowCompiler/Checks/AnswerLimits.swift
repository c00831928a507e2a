import Diagnostics
import Expressions

/// The limits of a question permit an answer, and its initial value is within them.
struct AnswerLimits: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let today = project.bot.zone.date(at: project.options.now)
        return project.flows.flatMap(\.steps).flatMap(\.questions).flatMap { question -> [Diagnostic] in
            switch question.kind {
            case .answers(let answers): order(answers.atLeast, answers.atMost).map { [$0] } ?? []
            case .text(let text): order(text.atLeast, text.atMost).map { [$0] } ?? []
            case .number(let number): order(number.atLeast, number.atMost).map { [$0] } ?? []
            case .money(let money): order(money.atLeast, money.atMost).map { [$0] } ?? []
            case .date(let date): diagnose(date, today)
            case .times, .signIn, .pay, .app, .photo, .file, .place, .form, .unreadable: []
            }
        }
    }

    private func order<Number: Comparable>(_ least: Located<Number>?, _ most: Located<Number>?) -> Diagnostic? {
        guard let least, let most, most.value < least.value else { return nil }
        return Diagnostic(
            .outOfRange, "`at_most` is less than `at_least`, so nothing fits", at: most.span,
            label: "less than \(least.value)", help: "make `at_most` the larger one",
            related: [Diagnostic.Related("`at_least`", at: least.span)])
    }

    private func diagnose(_ date: DateKindSyntax, _ today: CalendarDate) -> [Diagnostic] {
        let from = date.from?.value.date(from: today)
        let to = date.to?.value.date(from: today)
        if let from, let to, to < from, let first = date.from, let last = date.to {
            return [
                Diagnostic(
                    .outOfRange, "`to` comes before `from`, so no date fits", at: last.span,
                    label: "before \(from.iso)",
                    help: "make `to` the later one", related: [Diagnostic.Related("`from`", at: first.span)])
            ]
        }
        guard let preset = date.preset, case let day = preset.value.date(from: today),
            day < from ?? .first || day > to ?? .last
        else { return [] }
        return [
            Diagnostic(
                .outOfRange, "`preset` is not one of the dates that are taken", at: preset.span, label: "out of range",
                help: "choose a day between `from` and `to`")
        ]
    }
}
