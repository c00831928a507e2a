import Expressions
import FlowEngine
import JSON
import MessageModel

extension Effect {
    /// Returns the effect as a line of a script.
    func line(in zone: Zone) -> String {
        switch self {
        case .send(let outgoing): outgoing.message.line(in: zone)
        case .fetch(let fetch):
            "fetch: " + fetch.files.map(\.file.name).joined(separator: ", ") + (fetch.isPrivate ? " (private)" : "")
        case .call(let call):
            "call: \(call.action)"
                + (call.inputs.isEmpty
                    ? ""
                    : " with "
                        + call.inputs.names.map { "\($0) = \(call.inputs[$0]?.external(in: zone).text ?? "")" }.joined(
                            separator: ", "))
        case .handOver(let queue, let address, let note):
            "hand over: \(queue)\(address.map { " (\($0))" } ?? "")\(note.map { ", \($0)" } ?? "")"
        case .dropPending: "drop pending"
        }
    }
}

extension Message {
    /// Returns the message as one line: line breaks as `/`, sections and slots after bars.
    func line(in zone: Zone) -> String {
        switch self {
        case .text(let text): "bot: \(text.replacing("\n", with: " / "))"
        case .prompt(let message): message.line
        case .buttons(let message): "buttons: \(message.items.map(\.title).joined(separator: ", "))"
        case .list(let message):
            "list: \(message.bubble.title)" + message.sections.map { $0.part(below: message.bubble.title) }.joined()
        case .signIn(let message): "sign-in: \(message.bubble.title) | \(message.signIn.words)"
        case .pay(let message): "pay sheet: \(message.bubble.title) | \(message.pay.sheet.words)"
        case .app(let message): "opens app: \(message.bubble.title) | \(message.app.words)"
        case .link(let message): "link: \(message.shown)"
        case .form(let message):
            "form: \(message.bubble.title) | " + message.form.pages.map(\.name).joined(separator: ", ")
        case .times(let message):
            "times: \(message.bubble.title) | "
                + message.slots.map { "\($0.start.iso(in: zone).prefix(16))" }.joined(separator: ", ")
        case .card(let card): "\(card.content.kind): \(card.words.replacing("\n", with: " / "))"
        }
    }
}

extension PromptMessage {
    /// The text, the calendar and the button, separated by bars.
    fileprivate var line: String {
        let days = days.map { "\($0.first?.iso ?? "")–\($0.last?.iso ?? "")" }
        return "bot: " + [words, days, skipWord].compactMap { $0 }.joined(separator: " | ")
    }
}

extension ListMessage.Section {
    fileprivate func part(below heading: String) -> String {
        let items = items.map { "\($0.title)\($0.note.map { " (\($0))" } ?? "")" }.joined(separator: ", ")
        return title == heading ? " | \(items)" : " | \(title): \(items)"
    }
}

extension String {
    /// Without white space at the ends.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
