import Expressions
import Foundation
import JSON
public import MessageModel

/// Conversion of rich messages to the messages for a customer's device, with the same fallbacks as questions of flows.
extension PartsBridge {
    /// The messages to send to a device, in order. Content that no device can show is sent as text.
    ///
    /// - Parameter numberHint: the text below a numbered list with multiple choice.
    public func messages(of message: RichMessage, on device: Device, numberHint: String = "") -> [Message] {
        if let buttons = message.content as? ButtonsContent, let choices = buttons.choices {
            return messages(of: buttons, choices, message, device, numberHint)
        }
        if let prompt = prompt(of: message) { return [device.channel == .web ? .prompt(prompt) : .text(prompt.words)] }
        if let asked = question(of: message, numberHint) { return messages(asking: asked, on: device) }
        if let card = card(of: message) {
            if case .text(let text) = card.content, card.tap == nil, card.buttons.isEmpty, text.isPlain {
                return [.text(text.text)]
            }
            return card.messages(on: device, cards)
        }
        if let service = serviceQuestion(of: message) { return service.presentation(on: device).messages }
        let words = MessagePresenter(registry, wording).text(of: message)
        return words.isEmpty ? [] : [.text(words)]
    }

    // Questions.

    /// The message as a question; `nil` when it is not one.
    public func question(of message: RichMessage, _ numberHint: String = "") -> AskedQuestion? {
        let kind: AskedQuestion.Kind
        switch message.content {
        case let choice as ChoiceContent where !choice.isLabel && !choice.choices.items.isEmpty:
            var answers = asked(choice.choices, numberHint)
            if choice.areCards { answers.style = .cards }
            kind = .choice(answers)
        case let times as TimesContent where !times.slots.isEmpty: kind = .times(asked(times))
        case let form as FormContent where !form.form.pages.isEmpty: kind = .form(form.form)
        default: return nil
        }
        return question(kind, message.content.summary, message)
    }

    private func question(
        _ kind: AskedQuestion.Kind, _ prompt: String, _ message: RichMessage
    ) -> AskedQuestion {
        let bubble = message.customData["bubble"].flatMap { try? MessageBubble(json: $0) }
        return AskedQuestion(
            id: message.customData["question"]?.string ?? message.id ?? "question", prompt: prompt,
            bubble: bubble ?? MessageBubble(title: prompt, note: "", image: nil, size: .icon, reply: prompt),
            hasOwnTitle: false, kind: kind)
    }

    private func prompt(of message: RichMessage) -> PromptMessage? {
        guard let content = message.content as? PromptContent, !content.text.isEmpty else { return nil }
        return PromptMessage(
            question: message.customData["question"]?.string ?? message.id ?? "question", words: content.text,
            days: content.days, skipWord: content.skipWord)
    }

    private func messages(asking asked: AskedQuestion, on device: Device) -> [Message] {
        let shown = asked.presentation(on: device).messages
        guard case .form(let form) = asked.kind, !device.capabilities.contains(.form), let page = form.pages.first
        else { return shown }
        // Page by page, starting with the intro.
        let intro = [form.intro?.title, form.intro?.text].known("\n")
        let before = [intro, page.title].compactMap { $0 }.map(Message.text)
        return shown + before + page.question.presentation(on: device).messages
    }

    /// Answers below a message: the message, then the answers in the best form that the device supports.
    private func messages(
        of buttons: ButtonsContent, _ choices: Choices, _ message: RichMessage, _ device: Device, _ numberHint: String
    ) -> [Message] {
        let words = (buttons.content?.content as? TextContent).flatMap {
            $0.metadata == MessageMetadata() ? $0.text : nil
        }
        let prompt = words ?? message.customData["summary"]?.string ?? buttons.summary
        let asked = question(.choice(asked(choices, numberHint)), prompt, message)
        let presentation = asked.presentation(on: device)
        guard words == nil else { return presentation.messages }
        let above = buttons.content.map { messages(of: $0, on: device, numberHint: numberHint) } ?? []
        let isButtons = presentation.form == .buttons
        return above + (isButtons ? Array(presentation.messages.suffix(1)) : presentation.messages)
    }

    private func asked(_ choices: Choices, _ numberHint: String) -> AskedChoice {
        let options = choices.items.enumerated().map { index, item in
            AskedChoice.Option(
                choice: Choice(id: item.id, label: item.text, note: item.note),
                image: item.imageURL.map { Picture(source: $0, alt: nil) }, section: item.section, item: index)
        }
        return AskedChoice(
            style: .automatic, options: options, several: choices.allowsMultiselect, atLeast: 1, atMost: nil,
            numberHint: choices.allowsMultiselect ? numberHint : "")
    }

    /// With days and times in words, for devices without a time picker.
    private func asked(_ content: TimesContent) -> AskedTimes {
        let slots = content.slots.map { slot in
            let shift = (content.offset ?? 0) * 60
            let clock = content.offset == nil ? wording : Wording(language: wording.language, zone: .utc)
            let time = Value.time(TimeSlot(start: Moment(seconds: slot.start.seconds + shift), duration: slot.duration))
            return AskedTimes.Slot(
                slot: slot, day: "\(clock.text(time, as: .day)), \(clock.text(time, as: .date))",
                time: clock.text(time, as: .time))
        }
        return AskedTimes(
            title: content.title ?? content.label, place: content.place, offset: content.offset,
            image: content.imageURL.map { Picture(source: $0, alt: nil) }, slots: slots)
    }

    /// A sign-in, a payment or an app: the original request, if the message came from a flow.
    private func serviceQuestion(of message: RichMessage) -> AskedQuestion? {
        guard let content = message.content as? ServiceContent,
            let bubble = message.customData["bubble"].flatMap({ try? MessageBubble(json: $0) }),
            let question = message.customData["question"]?.string,
            let kind = AskedQuestion.Kind(service: content.service, asked: .object(content.asked))
        else { return nil }
        return AskedQuestion(id: question, prompt: bubble.title, bubble: bubble, hasOwnTitle: false, kind: kind)
    }
}

extension AskedQuestion.Kind {
    /// - Returns: `nil` for an unknown service, and for a request that it could not have made.
    fileprivate init?(service: String, asked: JSONValue) {
        switch service {
        case "sign_in": if let asked = try? AskedSignIn(json: asked) { self = .signIn(asked) } else { return nil }
        case "pay": if let asked = try? AskedPay(json: asked) { self = .pay(asked) } else { return nil }
        case "app": if let asked = try? AskedApp(json: asked) { self = .app(asked) } else { return nil }
        default: return nil
        }
    }
}

extension ButtonsContent {
    /// The answers among its buttons; those of the first set.
    fileprivate var choices: Choices? {
        for case .choice(let choices) in buttons where !choices.items.isEmpty { return choices }
        return nil
    }
}

extension TextCard {
    fileprivate var isPlain: Bool { title == nil && note == nil && author == nil }
}
