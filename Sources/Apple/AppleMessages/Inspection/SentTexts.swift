import Expressions
import JSON
import MessageModel

/// An interactive message as it is sent: its bubble, its pictures, and its pickers.
struct SentTexts {
    private let interactive: JSONValue
    let question: String
    private let images: [String: Picture]

    init(_ interactive: JSONValue) {
        self.interactive = interactive
        let data = interactive["data"]
        question = data?["requestIdentifier"]?.string ?? interactive["sessionIdentifier"]?.string ?? "question"
        let images = (data?["images"]?.array ?? []).compactMap { image -> (String, Picture)? in
            guard let id = image["identifier"]?.string, let bytes = image["data"]?.string else { return nil }
            // Apple does not specify the format; newer devices accept only PNG.
            let kind = bytes.hasPrefix("/9j/") ? "image/jpeg" : "image/png"
            return (id, Picture(source: "data:\(kind);base64,\(bytes)", alt: image["description"]?.string))
        }
        self.images = Dictionary(images) { first, _ in first }
    }

    func picture(_ holder: JSONValue?) -> Picture? { holder?["imageIdentifier"]?.string.flatMap { images[$0] } }

    var bubble: MessageBubble {
        let received = interactive["receivedMessage"]
        let title = received?["title"]?.string ?? ""
        return MessageBubble(
            title: title, note: received?["subtitle"]?.string ?? "", image: picture(received),
            size: received?["style"]?.string.flatMap { MessageBubble.Size(rawValue: $0) } ?? .icon,
            reply: interactive["replyMessage"]?["title"]?.string ?? title)
    }

    func buttons(_ reply: JSONValue) throws(JSONError) -> Message {
        var items: [ButtonsMessage.Item] = []
        for (index, item) in try reply.array("items").enumerated() {
            items.append(
                .init(id: try item.identifier("quick-reply.items[\(index)]"), title: item["title"]?.string ?? ""))
        }
        let summary = reply["summaryText"]?.string ?? ""
        return .buttons(ButtonsMessage(question: question, summary: summary, items: items))
    }

    func list(_ picker: JSONValue) throws(JSONError) -> Message {
        var sections: [ListMessage.Section] = []
        var several = false
        for (place, section) in try picker.array("sections").enumerated() {
            let takesSeveral = section["multipleSelection"]?.bool ?? false
            several = several || takesSeveral
            var items: [ListMessage.Item] = []
            for (index, item) in try section.array("items").enumerated() {
                let id = try item.identifier("listPicker.sections[\(place)].items[\(index)]")
                items.append(
                    .init(
                        id: id, title: item["title"]?.string ?? "", note: item["subtitle"]?.string,
                        image: picture(item)))
            }
            sections.append(.init(title: section["title"]?.string ?? "", items: items, takesOne: !takesSeveral))
        }
        if !several { for place in sections.indices { sections[place].takesOne = false } }
        return .list(ListMessage(question: question, bubble: bubble, sections: sections, several: several))
    }

    func times(_ event: JSONValue) throws(JSONError) -> Message {
        var slots: [TimesMessage.Slot] = []
        for (index, slot) in try event.array("timeslots").enumerated() {
            let place = "event.timeslots[\(index)]"
            guard let start = Moment(iso: try slot.string("startTime")) else {
                throw JSONError("`\(place).startTime` is not a time in Apple's format")
            }
            let seconds = slot["duration"]?.int ?? 0
            let length = (0...366 * 86_400).contains(seconds) ? seconds : 0
            slots.append(.init(id: slot["identifier"]?.string ?? start.iso, start: start, duration: .seconds(length)))
        }
        let offset = event["timezoneOffset"]?.int.flatMap { TimesMessage.offsets.contains($0) ? $0 : nil }
        return .times(
            TimesMessage(
                question: question, bubble: bubble, title: event["title"]?.string ?? "",
                place: place(event["location"]),
                offset: offset, image: picture(event), slots: slots))
    }

    private func place(_ location: JSONValue?) -> MessagePlace? {
        guard let location, let name = location["title"]?.string else { return nil }
        return MessagePlace(
            name: name, latitude: location["latitude"]?.number?.double,
            longitude: location["longitude"]?.number?.double, radius: location["radius"]?.number?.double)
    }
}

extension JSONValue {
    /// Returns the identifier of an item; throws an error that names the item when it has none.
    func identifier(_ place: String) throws(JSONError) -> String {
        guard let id = self["identifier"]?.string else { throw JSONError("`\(place).identifier` is missing") }
        return id
    }
}
