import Diagnostics
import Expressions

/// `form:` as written: pages in their order.
struct FormSyntax: Sendable {
    /// The location of the key `form`.
    var key: Span
    var pages: [PageSyntax]
    /// Shown before the first page.
    var intro: IntroSyntax?
    var hasSummary: Bool
    /// Whether a page may be missing because it could not be read.
    var isDamaged: Bool

    func page(named name: String) -> Int? { pages.firstIndex { $0.name.value == name } }
}

/// One page.
struct PageSyntax: Sendable {
    var name: Word
    /// Shown in bold above the question.
    var title: TextSyntax?
    /// `nil` when it could not be read.
    var question: QuestionSyntax?
    /// `as: wheel`.
    var wheel: WheelSyntax?
    var then: ThenSyntax?

    /// Its answers, if it offers any.
    var answers: AnswersSyntax? {
        if case .answers(let answers)? = question?.kind { answers } else { nil }
    }

    /// Every destination on the page.
    var destinations: [DestinationSyntax] {
        (answers?.items.compactMap(\.then) ?? []) + [then?.destination].compactMap { $0 }
    }
}

/// Answers on a picker wheel.
struct WheelSyntax: Sendable {
    var label: TextSyntax?
    /// The answer that it initially shows.
    var preset: Word?
}

/// The intro of a form, before its first page.
struct IntroSyntax: Sendable {
    var title: TextSyntax?
    var text: TextSyntax?
    var button: TextSyntax?
    var image: ImageSyntax?

    var texts: [TextSyntax] { [title, text, button].compactMap { $0 } }
}

extension FormSyntax {
    /// The texts in addition to those of the pages' own questions.
    var ownTexts: [TextSyntax] {
        (intro?.texts ?? []) + pages.flatMap { [$0.title, $0.wheel?.label].compactMap { $0 } }
    }
}

extension StepSyntax {
    /// All questions of the step: its own, and those of a form's pages.
    var questions: [QuestionSyntax] {
        guard let question else { return [] }
        return [question] + question.pages.compactMap(\.question)
    }
}

extension QuestionSyntax {
    var pages: [PageSyntax] {
        if case .form(let form) = kind { form.pages } else { [] }
    }
}
