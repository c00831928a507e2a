import CurlClient
import Expressions
import JSON
import MessageModel
import MessageParts

/// A message of the web chat, parsed from its parts, as the terminal shows it.
struct WebMessage: Sendable {
    let id: String
    let shown: DeviceMessage
    /// The form that it asks to fill in.
    private(set) var form: WebForm?
    /// The addresses of its files, by number.
    private(set) var addresses: [Int: String] = [:]

    /// - Parameter json: a message as the API returns it; content outside the message is downloaded.
    init(_ json: JSONValue, _ wire: WebWire) async throws(ChatFailure) {
        id = json["id"]?.string ?? ""
        let parts = try await Self.parts(json["parts"]?.array ?? [], wire)
        let message = try? TypeRegistry.standard.message(of: parts).message
        let files = Self.files(parts)
        for file in files { addresses[file.shown.number] = file.address }
        if let content = message?.content as? FormContent { form = WebForm(content, message: id) }
        let text = json["text"]?.string ?? ""
        shown = DeviceMessage(
            number: json["sequence"]?.int ?? 0,
            content: form.map { .form($0.shown) } ?? Self.content(message, id, text), files: files.map(\.shown),
            lost: nil)
    }

    /// Returns the parts with all bodies in place, including those stored as content.
    private static func parts(_ list: [JSONValue], _ wire: WebWire) async throws(ChatFailure) -> [MessagePart] {
        var parts: [MessagePart] = []
        for json in list {
            guard var part = try? MessagePart(json: json) else { continue }
            if let address = part.content?.downloadURL, part.isMessage {
                part.body = String(decoding: try await wire.send(wire.request("GET", at: address)).body, as: UTF8.self)
            }
            parts.append(part)
        }
        return parts
    }

    private static func content(_ message: RichMessage?, _ id: String, _ text: String) -> DeviceMessage.Content {
        switch message?.content {
        case let choice as ChoiceContent:
            return choices(choice.choices, title: choice.label, WebQuestion(id, message, choice.choices))
        case let buttons as ButtonsContent:
            guard let choices = buttons.choices else { return .text(text) }
            return Self.choices(choices, title: buttons.content?.summary, WebQuestion(id, message, choices))
        case let times as TimesContent:
            let question = WebQuestion(
                message: id, node: message?.id, name: TimesContent.responseName, type: .firstWins)
            return .times(
                title: times.label, request: question.text, place: times.place?.name, Self.slots(of: times))
        case let link as LinkContent: return .link(title: link.title ?? "", url: link.url)
        default: return .text(text)
        }
    }

    private static func choices(
        _ choices: Choices, title: String?, _ question: WebQuestion
    ) -> DeviceMessage.Content {
        var section: String?
        let items = choices.items.map { item in
            defer { section = item.section }
            return DeviceMessage.Choice(
                id: item.id, title: item.text, note: item.note, heading: item.section == section ? nil : item.section)
        }
        return .choices(title: title, request: question.text, items, several: choices.allowsMultiselect)
    }

    /// Returns the times with a heading for each day, in the local time of the place.
    private static func slots(of times: TimesContent) -> [DeviceMessage.Choice] {
        var day: CalendarDate?
        return times.slots.map { slot in
            let (date, time, _) = Zone.utc.local(slot.start + .minutes(times.offset ?? 0))
            defer { day = date }
            let heading = date == day ? nil : "\(date.weekday.name) \(date.iso)"
            return DeviceMessage.Choice(id: slot.id, title: time.text, note: nil, heading: heading)
        }
    }

    private static func files(_ parts: [MessagePart]) -> [(shown: DeviceFile, address: String)] {
        let sources = parts.filter { MIMEType(parsing: $0.mimeType)["role"] == "source" }
        return sources.enumerated().compactMap { index, part in
            guard let content = part.content, let address = content.downloadURL else { return nil }
            let kind = MIMEType(parsing: part.mimeType).type
            let ending = kind.split(separator: "/").last.map(String.init) ?? "file"
            let file = DeviceFile(
                number: index + 1, name: "file-\(index + 1).\(ending)", kind: kind, size: content.size ?? 0,
                problem: nil)
            return (file, address)
        }
    }
}

extension WebQuestion {
    fileprivate init(_ id: String, _ message: RichMessage?, _ choices: Choices) {
        self.init(message: id, node: message?.id, name: choices.responseName, type: choices.stateType)
    }
}

extension MessagePart {
    /// Whether its body is part of the message and not a file.
    fileprivate var isMessage: Bool {
        let type = MIMEType(parsing: mimeType)
        return type.isJSON && !["source", "preview"].contains(type["role"] ?? "")
    }
}

extension ButtonsContent {
    /// The first set of options among its buttons.
    fileprivate var choices: Choices? {
        buttons.lazy.compactMap { button in if case .choice(let choices) = button { choices } else { nil } }.first
    }
}
