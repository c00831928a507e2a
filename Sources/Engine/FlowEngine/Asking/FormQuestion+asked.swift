import Expressions
import FlowModel
import MessageModel

extension FormQuestion {
    /// The form with everything filled in; `nil` when a page has nothing to offer.
    func asked(by turn: TurnBuilder) throws(EmptyName) -> AskedForm? {
        var asked: [AskedForm.Page] = []
        for page in pages {
            guard let page = try page.asked(by: turn, among: pages) else { return nil }
            asked.append(page)
        }
        let word = { (key: BotTexts.Key) in turn.plainText(turn.bot.texts.phrase(key, in: turn.session.language)) }
        return AskedForm(
            pages: asked, intro: try intro?.asked(by: turn), hasSummary: hasSummary, sendWord: word(.sendWord),
            changeWord: word(.changeWord))
    }
}

extension FormQuestion.Intro {
    fileprivate func asked(by turn: TurnBuilder) throws(EmptyName) -> AskedForm.Intro {
        AskedForm.Intro(
            title: try turn.textIfWritten(title), text: try turn.textIfWritten(text), button: try turn.text(button),
            image: try image?.asked(by: turn))
    }
}

extension FormPage {
    fileprivate func asked(by turn: TurnBuilder, among pages: [FormPage]) throws(EmptyName) -> AskedForm.Page? {
        guard let kind = try kind.asked(by: turn) else { return nil }
        let prompt = try turn.text(ask)
        let bubble = MessageBubble(
            title: prompt, note: turn.chooseHint, image: nil,
            size: .icon, reply: turn.replyTitle)
        let question = AskedQuestion(
            id: name, prompt: prompt, bubble: bubble, hasOwnTitle: false, kind: kind,
            skipWord: isOptional ? turn.skipWord : nil)
        let target = { (target: Target) -> AskedForm.Page.Target in
            switch target {
            case .page(let index): .page(pages[index].name)
            case .send: .send
            }
        }
        return AskedForm.Page(
            question: question, title: try turn.textIfWritten(title), next: target(next),
            ways: ways.contains { $0 != nil } ? ways.map { $0.map(target) } : [], field: try field.asked(by: turn),
            wheel: try wheel?.asked(kind, by: turn), days: days(turn))
    }

    /// The limits of a date, as of today.
    private func days(_ turn: TurnBuilder) -> AskedForm.Days? {
        guard case .date(let date) = kind else { return nil }
        let today = turn.bot.zone.date(at: turn.now)
        return AskedForm.Days(
            first: date.from?.date(from: today), last: date.to?.date(from: today),
            preset: date.preset?.date(from: today),
            format: dateFormat ?? (turn.session.region == nil ? nil : turn.wording.datePattern))
    }
}

extension FormPage.Field {
    fileprivate func asked(by turn: TurnBuilder) throws(EmptyName) -> AskedForm.Field {
        AskedForm.Field(
            label: try turn.textIfWritten(label), prefix: try turn.textIfWritten(prefix),
            example: try turn.textIfWritten(example),
            hint: try turn.textIfWritten(hint), keyboard: keyboard, content: content)
    }
}

extension FormPage.Wheel {
    fileprivate func asked(_ kind: AskedQuestion.Kind, by turn: TurnBuilder) throws(EmptyName) -> AskedForm.Wheel {
        guard case .choice(let choice) = kind else { return AskedForm.Wheel(label: nil, preset: nil) }
        let option = preset.flatMap { place in choice.options.first { $0.item == place } }
        return AskedForm.Wheel(label: try turn.textIfWritten(label), preset: option?.choice.id)
    }
}

extension TurnBuilder {
    fileprivate func textIfWritten(_ phrase: Phrase?) throws(EmptyName) -> String? {
        guard let phrase else { return nil }
        return try text(phrase)
    }
}
