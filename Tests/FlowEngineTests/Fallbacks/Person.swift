import Expressions
import MessageModel

/// A simulated person at a device, who knows the answer and what the device shows, but nothing of the flow.
struct Person {
    var manner: Manner

    /// Returns the reply to a question with these messages; `nil` when they do not show how to give the answer.
    func reply(to messages: [Message], wanting wish: Wish, at place: PlaceValue) -> Heard? {
        guard let message = messages.last else { return nil }
        switch wish {
        case .labels(let labels): return choose(labels, message)
        case .time(let number): return pick(number, message)
        case .words(let words): return message.isText ? .text(words) : nil
        case .files(let names): return message.isText ? .files(names.map(Self.file), text: "") : nil
        case .place: return message.isText ? .place(place) : nil
        case .nothing: return skip(message)
        case .signIn:
            return canSignIn(message) ? .signIn(.init(question: message.question, outcome: .success(Self.claims))) : nil
        case .pay:
            return canPay(message) ? .pay(.init(question: message.question, outcome: .paid, reference: "R-7")) : nil
        case .app: return canOpen(message) ? .app(.init(question: message.question, fields: ["seat": "12"])) : nil
        case .pages(let pages): return fill(pages, message)
        }
    }

    private static let claims = Fields([("name", .text("Ana"))])

    private static func file(_ name: String) -> HeardFile {
        let kind = name.hasSuffix("pdf") ? "application/pdf" : "image/jpeg"
        return HeardFile(FileReference(id: name, name: name, kind: kind, size: 1_000))
    }

    /// Skips with the button if there is one and the person taps, otherwise by text.
    private func skip(_ message: Message) -> Heard {
        guard manner == .taps, case .prompt(let prompt) = message, prompt.skipWord != nil else { return .text("skip") }
        return .choice(Selection(question: prompt.question, ids: [PromptMessage.skipID]))
    }

    // Answers and times.

    private func choose(_ labels: [String], _ message: Message) -> Heard? {
        let offered: [(id: String, title: String)]
        switch message {
        case .buttons(let buttons): offered = buttons.items.map { ($0.id, $0.title) }
        case .list(let list): offered = list.sections.flatMap(\.items).map { ($0.id, $0.title) }
        case .text(let text): return typed(labels, below: text)
        default: return nil
        }
        let ids = labels.compactMap { label in offered.first { $0.title == label }?.id }
        guard ids.count == labels.count else { return nil }
        return manner == .taps
            ? .choice(Selection(question: message.question, ids: ids)) : .text(labels.joined(separator: ", "))
    }

    /// Returns the answers by the numbers in front of them, or by their labels, as far as the text shows them.
    private func typed(_ labels: [String], below text: String) -> Heard? {
        let lines = text.split(separator: "\n").map(String.init)
        let found = labels.compactMap { label -> String? in
            if lines.contains(label) { return label }
            guard let line = lines.first(where: { $0.hasSuffix(" \(label)") }) else { return nil }
            let number = String(line.dropLast(label.count + 1))
            guard Int(number) != nil else { return nil }
            return manner == .types ? label : number
        }
        return found.count == labels.count ? .text(found.joined(separator: ", ")) : nil
    }

    private func pick(_ number: Int, _ message: Message) -> Heard? {
        switch message {
        case .times(let times):
            let slot = times.slots[number]
            return .choice(Selection(question: times.question, ids: [slot.id], start: slot.start))
        case .list(let list):
            let item = list.sections.flatMap(\.items)[number]
            return .choice(Selection(question: list.question, ids: [item.id]))
        case .text(let text):
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(number + 1) ") }
            return line.map { .text(manner == .types ? String($0.drop { $0 != " " }.dropFirst()) : "\(number + 1)") }
        default: return nil
        }
    }

    // Forms.

    private func fill(_ pages: [(String, Wish)], _ message: Message) -> Heard? {
        guard case .form(let message) = message else { return nil }
        let filled = pages.compactMap { name, wish in message.form.page(named: name)?.filled(wish) }
        guard filled.count == pages.count else { return nil }
        return .form(FormReply(question: message.question, pages: filled.filter { !$0.items.isEmpty }))
    }

    // Services.

    private func canSignIn(_ message: Message) -> Bool {
        switch message {
        case .signIn: true
        case .link(let link):
            if case .signIn(let asked) = link.target { asked.provider == "shop" && !link.shown.isEmpty } else { false }
        default: false
        }
    }

    private func canPay(_ message: Message) -> Bool {
        switch message {
        case .pay: true
        case .link(let link):
            if case .pay(let asked) = link.target { asked.merchant == "shop" && !link.shown.isEmpty } else { false }
        default: false
        }
    }

    private func canOpen(_ message: Message) -> Bool {
        switch message {
        case .app: true
        case .link(let link): link.shown.contains("https://seats.example.com?day=")
        default: false
        }
    }
}

extension AskedForm.Page {
    /// Returns what a device sends for the page; `nil` when the page does not offer the answer.
    fileprivate func filled(_ wish: Wish) -> FormReply.Page? {
        switch (wish, question.kind) {
        case (.labels(let labels), .choice(let choice)):
            let chosen = choice.options.filter { labels.contains($0.label) }
            guard chosen.count == labels.count else { return nil }
            let items = chosen.map { FormReply.Item(id: $0.choice.id, value: $0.label, title: $0.label) }
            return FormReply.Page(name: name, items: items)
        case (.words(let words), _): return FormReply.Page(name: name, items: [.init(id: name, value: words)])
        case (.nothing, _): return isOptional ? FormReply.Page(name: name, items: []) : nil
        default: return nil
        }
    }
}

extension Message {
    fileprivate var isText: Bool {
        switch self {
        case .text, .prompt: true
        default: false
        }
    }
}
