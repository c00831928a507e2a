import Expressions

/// A question in the form that a device can show.
public struct Presentation: Sendable, Hashable {
    /// The form in which it was sent, in the words of transcripts.
    public enum Form: String, Sendable {
        case buttons, list, cards, times, form, numbers, text
        case signIn = "sign_in"
        case pay, app, link
    }

    public var form: Form
    /// The messages to send, in order.
    public var messages: [Message]
}

extension AskedQuestion {
    /// Whether a device shows a text instead of a time picker, and therefore needs times in words.
    public static func needsWordsForTimes(on device: Device) -> Bool { !device.capabilities.contains(.time) }

    /// The question in the best form that the device supports: buttons, else a list, else numbered text; a time picker,
    /// else a list with a section for each day, else numbered text. A browser also has cards, calendars and skip
    /// buttons.
    public func presentation(on device: Device) -> Presentation {
        switch kind {
        case .choice(let choice): presentation(of: choice, on: device)
        case .times(let times): presentation(of: times, on: device)
        case .signIn, .pay, .app: servicePresentation(on: device)
        case .text, .number, .money, .date, .photo, .file, .place:
            Presentation(form: .text, messages: [typed(on: device)])
        case .form(let form): presentation(of: form, on: device)
        }
    }

    /// A form. On devices without forms, its pages are sent one after another as separate questions.
    private func presentation(of form: AskedForm, on device: Device) -> Presentation {
        guard device.capabilities.contains(.form) else {
            return Presentation(form: .text, messages: [.text(prompt)])
        }
        let message = FormMessage(question: id, bubble: bubble, form: form)
        return Presentation(form: .form, messages: titled(.form(message)))
    }

    /// Typed questions are texts; a browser also has a calendar for dates, and a button for skipping.
    private func typed(on device: Device) -> Message {
        let days: AskedForm.Days? = if case .date(let date) = kind { date.calendar } else { nil }
        guard device.channel == .web, days != nil || skipWord != nil else { return .text(prompt) }
        return .prompt(PromptMessage(question: id, words: prompt, days: days, skipWord: skipWord))
    }

    // Answers.

    private func presentation(of choice: AskedChoice, on device: Device) -> Presentation {
        if choice.wantsButtons, device.capabilities.contains(.quick) {
            let items = choice.options.map { ButtonsMessage.Item(id: $0.choice.id, title: $0.label) }
            let buttons = ButtonsMessage(question: id, summary: prompt, items: items, overlay: bubble.overlay)
            return Presentation(form: .buttons, messages: [.text(prompt), .buttons(buttons)])
        }
        if choice.style != .numbers, device.capabilities.contains(.list) {
            let areCards = choice.style == .cards && device.channel == .web
            let list = ListMessage(
                question: id, bubble: bubble, sections: choice.sections(untitled: bubble.title),
                several: choice.several, areCards: areCards)
            return Presentation(form: areCards ? .cards : .list, messages: titled(.list(list)))
        }
        return Presentation(form: .numbers, messages: [.text(choice.numberedText(below: prompt))])
    }

    // Times.

    private func presentation(of times: AskedTimes, on device: Device) -> Presentation {
        if device.capabilities.contains(.time) {
            let message = TimesMessage(
                question: id, bubble: bubble, title: times.title, place: times.place, offset: times.offset,
                image: times.image, slots: times.slots.map(\.slot))
            return Presentation(
                form: .times, messages: titled(.times(message)) + beside(times, on: device))
        }
        if device.capabilities.contains(.list) {
            var sections = times.sections
            if !times.beside.isEmpty {
                sections.append(ListMessage.Section(title: times.besidePrompt, items: times.besideItems))
            }
            let list = ListMessage(question: id, bubble: bubble, sections: sections, several: false)
            return Presentation(form: .list, messages: titled(.list(list)))
        }
        return Presentation(form: .numbers, messages: [.text(times.numberedText(below: prompt))])
    }

    /// The answers beside the slots of a time picker, which has no space for them: buttons, else a list, else a text.
    private func beside(_ times: AskedTimes, on device: Device) -> [Message] {
        if times.beside.isEmpty { return [] }
        if AskedChoice.buttons.contains(times.beside.count), device.capabilities.contains(.quick) {
            let items = times.beside.map { ButtonsMessage.Item(id: $0.id, title: $0.label) }
            return [
                .text(times.besidePrompt),
                .buttons(ButtonsMessage(question: id, summary: times.besidePrompt, items: items)),
            ]
        }
        if device.capabilities.contains(.list) {
            var look = bubble
            look.title = times.besidePrompt
            look.image = nil
            let sections = [ListMessage.Section(title: times.besidePrompt, items: times.besideItems)]
            return [.list(ListMessage(question: id, bubble: look, sections: sections, several: false))]
        }
        return [.text(([times.besidePrompt] + times.beside.map(\.label)).joined(separator: "\n"))]
    }

    /// A bubble with its own title leaves the prompt to a text before it.
    private func titled(_ message: Message) -> [Message] {
        hasOwnTitle ? [.text(prompt), message] : [message]
    }
}

extension AskedChoice {
    /// The number of answers that are shown as buttons; others are a list.
    public static let buttons = 2...5

    /// Whether buttons are requested and can hold these answers: two to five of them, single choice, with labels only.
    var wantsButtons: Bool {
        guard style == .automatic || style == .buttons else { return false }
        return Self.buttons.contains(options.count) && !several
            && options.allSatisfy { $0.choice.note == nil && $0.image == nil && $0.section == nil }
    }

    /// The answers by heading, in the order written.
    func sections(untitled: String) -> [ListMessage.Section] {
        var sections: [ListMessage.Section] = []
        for option in options {
            let title = option.section ?? untitled
            let item = ListMessage.Item(
                id: option.choice.id, title: option.label, note: option.choice.note, image: option.image)
            if let last = sections.last, last.title == title, last.takesOne == option.isOneOfSection {
                sections[sections.count - 1].items.append(item)
            } else {
                sections.append(
                    ListMessage.Section(title: title, items: [item], takesOne: option.isOneOfSection))
            }
        }
        return sections
    }

    /// The question, then a line `1 Label` for each answer, with headings in between. Labels that are such numbers
    /// themselves are not numbered, because a reply with one of them means the label.
    func numberedText(below prompt: String) -> String {
        var lines = [prompt]
        var heading: String?
        let areNumbers = options.contains { isNumber($0.label) || isNumber($0.choice.label) }
        for (index, option) in options.enumerated() {
            if let section = option.section, section != heading { lines.append(section) }
            heading = option.section
            lines.append(areNumbers ? option.label : "\(index + 1) \(option.label)")
        }
        if several, !numberHint.isEmpty { lines.append(numberHint) }
        return lines.joined(separator: "\n")
    }

    /// Whether a label, as a customer would type it, is the number of an answer.
    private func isNumber(_ label: String) -> Bool {
        let ends: Set<Character> = [" ", ".", "!"]
        guard let number = Int(String(label.drop { $0 == " " }.reversed().drop { ends.contains($0) }.reversed())) else {
            return false
        }
        return (1...options.count).contains(number)
    }
}

extension AskedTimes {
    /// The largest number of times in a numbered text; higher numbers are not valid replies.
    public static let mostNumbered = 10

    /// A section for each day.
    var sections: [ListMessage.Section] {
        var sections: [ListMessage.Section] = []
        for slot in slots {
            let item = ListMessage.Item(id: slot.slot.id, title: slot.time ?? slot.slot.start.iso)
            let day = slot.day ?? ""
            if sections.last?.title == day {
                sections[sections.count - 1].items.append(item)
            } else {
                sections.append(ListMessage.Section(title: day, items: [item]))
            }
        }
        return sections
    }

    /// The question, then a line for each of the first ten times.
    func numberedText(below prompt: String) -> String {
        let lines = slots.prefix(Self.mostNumbered).enumerated().map { index, slot in
            "\(index + 1) \(slot.words)"
        }
        let others = beside.enumerated().map { index, answer in "\(lines.count + index + 1) \(answer.label)" }
        return ([prompt] + lines + others).joined(separator: "\n")
    }

    fileprivate var besideItems: [ListMessage.Item] { beside.map { ListMessage.Item(id: $0.id, title: $0.label) } }
}

extension AskedTimes.Slot {
    /// The day and the time on one line.
    public var words: String { [day, time].compactMap { $0 }.joined(separator: ", ") }
}
