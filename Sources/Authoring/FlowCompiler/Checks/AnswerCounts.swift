import Diagnostics
import MessageModel

/// A choice has at least two answers; buttons show at most five.
struct AnswerCounts: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allAnswers.compactMap { _, answers in
            guard !answers.isDamaged, !answers.items.contains(where: { $0.each != nil }) else { return nil }
            if answers.items.count < 2 {
                return Diagnostic(
                    .tooFewAnswers, answers.items.isEmpty ? "there are no answers" : "one answer is no choice",
                    at: answers.key, label: "at least two", help: "add another answer, or use `say:`")
            }
            guard answers.style?.value == .buttons, answers.items.count > AskedChoice.buttons.upperBound else {
                return nil
            }
            return Diagnostic(
                .tooManyAnswers, "buttons show five answers, this is the sixth",
                at: answers.items[AskedChoice.buttons.upperBound].label.span,
                label: "the sixth answer", help: "leave out `as: buttons`; a list shows them all")
        }
    }
}

extension Project {
    /// All questions with `answers`, and their steps.
    var allAnswers: [(StepSyntax, AnswersSyntax)] {
        flows.flatMap(\.steps).flatMap { step in
            step.questions.compactMap { question in
                if case .answers(let answers) = question.kind { (step, answers) } else { nil }
            }
        }
    }

    /// All questions with `times`, and their steps.
    var allTimes: [(StepSyntax, TimesSyntax)] {
        flows.flatMap(\.steps).compactMap { step in
            if case .times(let times)? = step.question?.kind { (step, times) } else { nil }
        }
    }
}
