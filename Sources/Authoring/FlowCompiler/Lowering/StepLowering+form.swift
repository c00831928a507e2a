import Expressions
import FlowModel

extension StepLowering {
    func form(_ syntax: FormSyntax) -> FormQuestion {
        FormQuestion(
            pages: syntax.pages.indices.compactMap { page($0, of: syntax) }, intro: syntax.intro.map(intro),
            hasSummary: syntax.hasSummary)
    }

    private func intro(_ syntax: IntroSyntax) -> FormQuestion.Intro {
        FormQuestion.Intro(
            title: syntax.title.map(lowering.phrase), text: syntax.text.map(lowering.phrase),
            button: syntax.button.map(lowering.phrase) ?? Phrase(plain: ""), image: syntax.image.map(image))
    }

    private func page(_ index: Int, of form: FormSyntax) -> FormPage? {
        let syntax = form.pages[index]
        guard let question = syntax.question else { return nil }
        var page = FormPage(
            name: syntax.name.value, title: syntax.title.map(lowering.phrase), ask: lowering.phrase(question.ask),
            kind: kind(withoutWays: question.kind),
            next: PageWays.next(after: index, in: form).map(target) ?? .send, isOptional: question.isOptional)
        page.ways = (syntax.answers?.items ?? []).map { item in
            item.then.flatMap { PageWays.target($0, in: form) }.map(target)
        }
        page.field = field(of: question.kind)
        if case .date(let date) = question.kind { page.dateFormat = date.shows }
        page.wheel = syntax.wheel.map { wheel in
            FormPage.Wheel(
                label: wheel.label.map(lowering.phrase),
                preset: wheel.preset.flatMap { syntax.answers?.preset($0.value) })
        }
        return page
    }

    /// The destinations of answers are pages here, not steps.
    private func kind(withoutWays syntax: QuestionKindSyntax) -> Question.Kind {
        guard case .answers(var answers) = syntax else {
            return kind(syntax.withLimitsOfForms)
        }
        for index in answers.items.indices { answers.items[index].then = nil }
        return kind(.answers(answers))
    }

    private func target(_ target: PageWays.Target) -> FormPage.Target {
        switch target {
        case .page(let index): .page(index)
        case .send: .send
        }
    }

    private func field(of kind: QuestionKindSyntax) -> FormPage.Field {
        let syntax = kind.field ?? FieldSyntax()
        return FormPage.Field(
            label: syntax.label.map(lowering.phrase), prefix: syntax.prefix.map(lowering.phrase),
            example: syntax.example.map(lowering.phrase), hint: syntax.hint.map(lowering.phrase),
            keyboard: syntax.keyboard, content: syntax.content)
    }
}

extension QuestionKindSyntax {
    /// On a page, a text is limited to 30 characters by default, one of several lines to 300 (flow language, 3.6).
    fileprivate var withLimitsOfForms: QuestionKindSyntax {
        guard case .text(var text) = self, text.atMost == nil else { return self }
        text.atMost = Located(text.kind == .severalLines ? 300 : 30, at: text.key)
        return .text(text)
    }
}
