import Expressions
import FlowModel
import MessageModel

extension FormQuestion {
    /// The form with everything filled in; `nil` when a page has nothing to offer.
    func asked(by run: Run) throws(EmptyName) -> AskedForm? {
        var asked: [AskedForm.Page] = []
        for page in pages {
            guard let page = try page.asked(by: run, among: pages) else { return nil }
            asked.append(page)
        }
        let word = { (key: BotTexts.Key) in run.plainText(run.bot.texts.phrase(key, in: run.session.language)) }
        return AskedForm(
            pages: asked, intro: try intro?.asked(by: run), hasSummary: hasSummary, sendWord: word(.sendWord),
            changeWord: word(.changeWord))
    }
}

extension FormQuestion.Intro {
    fileprivate func asked(by run: Run) throws(EmptyName) -> AskedForm.Intro {
        AskedForm.Intro(
            title: try run.textIfWritten(title), text: try run.textIfWritten(text), button: try run.text(button),
            image: try image?.asked(by: run))
    }
}

extension FormPage {
    fileprivate func asked(by run: Run, among pages: [FormPage]) throws(EmptyName) -> AskedForm.Page? {
        guard let kind = try kind.asked(by: run) else { return nil }
        let prompt = try run.text(ask)
        let bubble = MessageBubble(
            title: prompt, note: run.chooseHint, image: nil,
            size: .icon, reply: run.replyTitle)
        let question = AskedQuestion(
            id: name, prompt: prompt, bubble: bubble, hasOwnTitle: false, kind: kind,
            skipWord: isOptional ? run.skipWord : nil)
        let target = { (target: Target) -> AskedForm.Page.Target in
            switch target {
            case .page(let index): .page(pages[index].name)
            case .send: .send
            }
        }
        return AskedForm.Page(
            question: question, title: try run.textIfWritten(title), next: target(next),
            ways: ways.contains { $0 != nil } ? ways.map { $0.map(target) } : [], field: try field.asked(by: run),
            wheel: try wheel?.asked(kind, by: run), days: days(run))
    }

    /// The limits of a date, as of today.
    private func days(_ run: Run) -> AskedForm.Days? {
        guard case .date(let date) = kind else { return nil }
        let today = run.bot.zone.date(at: run.now)
        return AskedForm.Days(
            first: date.from?.date(from: today), last: date.to?.date(from: today),
            preset: date.preset?.date(from: today),
            format: dateFormat ?? (run.session.region == nil ? nil : run.wording.datePattern))
    }
}

extension FormPage.Field {
    fileprivate func asked(by run: Run) throws(EmptyName) -> AskedForm.Field {
        AskedForm.Field(
            label: try run.textIfWritten(label), prefix: try run.textIfWritten(prefix),
            example: try run.textIfWritten(example),
            hint: try run.textIfWritten(hint), keyboard: keyboard, content: content)
    }
}

extension FormPage.Wheel {
    fileprivate func asked(_ kind: AskedQuestion.Kind, by run: Run) throws(EmptyName) -> AskedForm.Wheel {
        guard case .choice(let choice) = kind else { return AskedForm.Wheel(label: nil, preset: nil) }
        let option = preset.flatMap { place in choice.options.first { $0.item == place } }
        return AskedForm.Wheel(label: try run.textIfWritten(label), preset: option?.choice.id)
    }
}

extension Run {
    fileprivate func textIfWritten(_ phrase: Phrase?) throws(EmptyName) -> String? {
        guard let phrase else { return nil }
        return try text(phrase)
    }
}
