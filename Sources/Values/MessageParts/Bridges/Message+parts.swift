import JSON
public import MessageModel

/// Conversion of outgoing messages to rich messages.
extension PartsBridge {
    /// The message as a rich message.
    public func message(of message: Message) -> RichMessage {
        switch message {
        case .text(let text): return RichMessage(TextContent(text))
        case .prompt(let prompt): return self.prompt(prompt)
        case .buttons(let buttons):
            let items = buttons.items.map { Choices.Item(id: $0.id, text: $0.title) }
            var rich = RichMessage(ButtonsContent([.choice(choices(items))]))
            rich.customData = ["question": .string(buttons.question), "summary": .string(buttons.summary)]
            return rich
        case .list(let list): return question(choice(of: list), list.question, list.bubble)
        case .times(let times): return question(self.times(times), times.question, times.bubble)
        case .form(let form):
            let content = FormContent(pictured(form.form), label: form.bubble.title, note: form.bubble.note)
            return question(content, form.question, form.bubble)
        case .signIn(let message):
            return service("sign_in", message.json["asked"], message.question, message.bubble)
        case .pay(let message): return service("pay", message.json["asked"], message.question, message.bubble)
        case .app(let message): return service("app", message.json["asked"], message.question, message.bubble)
        case .link(let link): return self.link(link)
        case .card(let card): return self.message(of: card)
        }
    }

    /// The custom data for servers contains the identifier of the question and its bubble for other channels.
    private func question(_ content: any MessageContent, _ id: String, _ bubble: MessageBubble) -> RichMessage {
        var content = content
        if var choice = content as? ChoiceContent {
            choice.label = bubble.title
            choice.title = nil
            choice.note = bubble.note.isEmpty ? nil : bubble.note
            choice.imageURL = bubble.image.map { file($0.source) }
            content = choice
        }
        var rich = RichMessage(content)
        rich.customData = ["question": .string(id), "bubble": bubble.json]
        return rich
    }

    private func choice(of list: ListMessage) -> ChoiceContent {
        var choice = ChoiceContent(choices(of: list))
        choice.areCards = list.areCards
        return choice
    }

    private func prompt(_ prompt: PromptMessage) -> RichMessage {
        var rich = RichMessage(PromptContent(prompt.words, days: prompt.days, skipWord: prompt.skipWord))
        rich.customData = ["question": .string(prompt.question)]
        return rich
    }

    private func choices(_ items: [Choices.Item]) -> Choices {
        var choices = Choices(items)
        choices.enabledFor = enabledFor
        return choices
    }

    private func choices(of list: ListMessage) -> Choices {
        let items = list.sections.flatMap { section in
            section.items.map { item in
                Choices.Item(
                    id: item.id, text: item.title, note: item.note,
                    section: section.title == list.bubble.title ? nil : section.title,
                    imageURL: item.image.map { file($0.source) })
            }
        }
        var choices = choices(items)
        choices.allowsMultiselect = list.several
        choices.allowsDeselect = list.several
        choices.allowsReselect = list.several
        return choices
    }

    /// The form with the addresses of its pictures.
    private func pictured(_ form: AskedForm) -> AskedForm {
        let addressed = { (picture: Picture) in Picture(source: file(picture.source), alt: picture.alt) }
        var form = form
        if let picture = form.intro?.image { form.intro?.image = addressed(picture) }
        for index in form.pages.indices {
            guard case .choice(var choice) = form.pages[index].question.kind else { continue }
            for option in choice.options.indices {
                choice.options[option].image = choice.options[option].image.map(addressed)
            }
            form.pages[index].question.kind = .choice(choice)
        }
        return form
    }

    private func times(_ message: TimesMessage) -> TimesContent {
        var times = TimesContent(message.slots, label: message.bubble.title)
        times.note = message.bubble.note
        times.title = message.title
        times.place = message.place
        times.offset = message.offset
        times.imageURL = message.image.map { file($0.source) }
        return times
    }

    private func service(
        _ name: String, _ asked: JSONValue?, _ question: String, _ bubble: MessageBubble
    ) -> RichMessage {
        let content = ServiceContent(name, title: bubble.title, note: bubble.note, asked: asked?.object ?? [:])
        return self.question(content, question, bubble)
    }

    /// Only the text, where there is no page to open.
    private func link(_ link: LinkMessage) -> RichMessage {
        let address: String? = if case .address(let address) = link.target { address } else { page(link.target) }
        guard let address else { return RichMessage(TextContent(link.words)) }
        var rich = RichMessage(LinkContent(address, title: link.words.isEmpty ? nil : link.words))
        rich.customData = ["question": .string(link.question)]
        return rich
    }
}
