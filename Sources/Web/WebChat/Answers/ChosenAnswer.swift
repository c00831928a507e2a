import Expressions
import JSON
import MessageModel
import MessageParts

/// The choice that a participant made in a message, as an event for the bot and as text for people.
struct ChosenAnswer {
    private let node: RichMessage
    private let question: String?
    private let reply: String?
    private let identity: String

    init(_ outcome: Responder.Outcome, by identity: String) {
        node = outcome.node
        self.identity = identity
        // The part that asks carries the question's identifier; if it has none, the root does.
        question = (outcome.node.customData["question"] ?? outcome.message.customData["question"])?.string
        reply = outcome.node.customData["bubble"]?["reply"]?.string
    }

    /// The answer for the bot; `nil` when nothing is selected any more, or the message was not a question of the bot.
    var heard: Heard? {
        guard let question else { return nil }
        switch node.content {
        case let choice as ChoiceContent: return heard(choice.choices, question)
        case let buttons as ButtonsContent:
            return buttons.sets.lazy.compactMap { heard($0, question) }.first
        case let times as TimesContent:
            guard let slot = slot(of: times) else { return nil }
            return .choice(Selection(question: question, ids: [slot.id], start: slot.start))
        case is PromptContent:
            guard let id = value(PromptContent.responseName)?.string else { return nil }
            return .choice(Selection(question: question, ids: [id]))
        case let form as FormContent: return value(FormContent.stateName).map { .form(reply(to: form, $0, question)) }
        default: return nil
        }
    }

    /// Returns the labels of the selected answers.
    func labels(_ wording: Wording) -> [String] {
        switch node.content {
        case let choice as ChoiceContent: labels(of: choice.choices)
        case let buttons as ButtonsContent: buttons.sets.flatMap(labels)
        case let times as TimesContent: slot(of: times).map { [times.words(for: $0, wording)] } ?? []
        case let prompt as PromptContent:
            [value(PromptContent.responseName)?.string.flatMap { prompt.words(for: $0, wording) }].compactMap { $0 }
        case let feedback as FeedbackContent:
            stars(of: feedback).map { stars in
                let comment = feedback.comment(in: node.responses, by: identity)
                return [[FeedbackContent.words(for: stars), comment].compactMap { $0 }.joined(separator: " ")]
            } ?? []
        case let form as FormContent:
            value(FormContent.stateName)?["cancelled"]?.bool == true ? [] : [reply ?? form.label]
        default: []
        }
    }

    /// Returns the sentence that the message's own content defines for its answer; `nil` when it defines none.
    func sentence(by name: String) -> String? {
        guard let feedback = node.content as? FeedbackContent, let stars = stars(of: feedback) else { return nil }
        return feedback.response(of: stars, by: name)
    }

    private func stars(of feedback: FeedbackContent) -> Int? { feedback.stars(in: node.responses, by: identity) }

    private func heard(_ choices: Choices, _ question: String) -> Heard? {
        let ids = choices.chosen(by: identity, in: node.responses)
        guard !ids.isEmpty else { return nil }
        return .choice(Selection(question: question, ids: ids, title: labels(of: choices).joined(separator: ", ")))
    }

    private func labels(of choices: Choices) -> [String] {
        let chosen = choices.chosen(by: identity, in: node.responses)
        return choices.items.filter { chosen.contains($0.id) }.map(\.text)
    }

    private func slot(of times: TimesContent) -> TimesMessage.Slot? {
        let id = value(TimesContent.stateName)?.string
        return times.slots.first { $0.id == id }
    }

    private func value(_ name: String) -> JSONValue? { node.responses.values(of: name, by: identity).first }

    /// Returns a form in the shape in which other devices send it back: selected answers by their ids, typed text under
    /// the name of its page.
    private func reply(to form: FormContent, _ value: JSONValue, _ question: String) -> FormReply {
        if value["cancelled"]?.bool == true { return FormReply(question: question, pages: [], isCancelled: true) }
        let filled = value["pages"]?.object ?? [:]
        let pages = form.form.pages.compactMap { page -> FormReply.Page? in
            guard let value = filled[page.name] else { return nil }
            let words = (value.array ?? [value]).compactMap(\.string)
            return FormReply.Page(name: page.name, items: words.map { page.item($0) })
        }
        return FormReply(question: question, pages: pages)
    }
}

extension AskedForm.Page {
    fileprivate func item(_ word: String) -> FormReply.Item {
        guard case .choice(let choice) = question.kind else { return FormReply.Item(id: name, value: word) }
        let label = choice.options.first { $0.choice.id == word }?.label ?? word
        return FormReply.Item(id: word, value: word, title: label)
    }
}

extension ButtonsContent {
    /// The choice sets among its buttons.
    fileprivate var sets: [Choices] {
        buttons.compactMap { button in if case .choice(let choices) = button { choices } else { nil } }
    }
}
