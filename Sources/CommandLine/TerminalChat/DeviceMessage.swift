import Expressions
import JSON

/// A message as a device shows it.
struct DeviceMessage: Sendable {
    /// An option that can be chosen.
    struct Choice: Sendable {
        let id: String
        let title: String
        let note: String?
        /// The heading above it, if it is the first option below one.
        let heading: String?
    }

    enum Content: Sendable {
        case text(String)
        /// A bubble with options.
        case choices(title: String?, request: String, [Choice], several: Bool)
        /// A bubble with times.
        case times(title: String?, request: String, place: String?, [Choice])
        case form(DeviceForm)
        /// The bubble of an iMessage app.
        case app(title: String, app: String)
        case link(title: String, url: String)
        /// A sign-in bubble.
        case signIn(title: String)
        /// A payment bubble.
        case payment(title: String, total: String)
        /// Any other message, by its kind.
        case other(String)
    }

    let number: Int
    let content: Content
    /// The files of the message.
    let files: [DeviceFile]
    /// Why the device could not show it.
    let lost: String?
}

extension DeviceMessage {
    init?(_ json: JSONValue) {
        guard let number = json["number"]?.int, json["from"]?.string == "business" else { return nil }
        self.number = number
        lost = json["lost"]?.string
        files = (json["files"]?.array ?? []).map(DeviceFile.init)
        content = Self.content(json)
    }

    private static func content(_ json: JSONValue) -> Content {
        let request = json["request"]?.string ?? ""
        switch json["kind"]?.string {
        case "text": return .text(json["text"]?.string ?? "")
        case "quick-reply":
            let items = (json["items"]?.array ?? []).map { Choice($0, heading: nil) }
            return .choices(title: nil, request: request, items, several: false)
        case "list-picker":
            let sections = json["sections"]?.array ?? []
            let several = sections.contains { $0["multiple"]?.bool == true }
            return .choices(
                title: json["title"]?.string, request: request, sections.flatMap { choices($0, of: sections.count) },
                several: several)
        case "time-picker":
            let offset = json["timezone_offset"]?.int ?? 0
            return .times(
                title: json["title"]?.string, request: request, place: json["location"]?.string,
                times(json["slots"]?.array ?? [], offset: offset))
        case "form": return .form(DeviceForm(json))
        case "authentication": return .signIn(title: json["title"]?.string ?? "")
        case "payment":
            let total = [json["total"]?["amount"], json["currency"]].compactMap { $0?.string }.joined(separator: " ")
            return .payment(title: json["title"]?.string ?? "", total: total)
        case "app": return .app(title: json["title"]?.string ?? "", app: json["app"]?.string ?? "")
        case "rich-link": return .link(title: json["title"]?.string ?? "", url: json["url"]?.string ?? "")
        case let kind: return .other(kind ?? "message")
        }
    }

    private static func choices(_ section: JSONValue, of count: Int) -> [Choice] {
        (section["items"]?.array ?? []).enumerated().map { index, item in
            Choice(item, heading: index == 0 && count > 1 ? section["title"]?.string : nil)
        }
    }

    /// Returns the slots with a heading for each day, in the local time of the place.
    private static func times(_ slots: [JSONValue], offset: Int) -> [Choice] {
        var day: CalendarDate?
        return slots.compactMap { slot in
            guard let id = slot["identifier"]?.string,
                let start = slot["start"]?.string.flatMap({ Moment(iso: $0, in: .utc) })
            else { return nil }
            let (date, time, _) = Zone.utc.local(start + .minutes(offset))
            defer { day = date }
            let heading = date == day ? nil : "\(date.weekday.name) \(date.iso)"
            return Choice(id: id, title: time.text, note: nil, heading: heading)
        }
    }
}

extension DeviceMessage.Choice {
    init(_ json: JSONValue, heading: String?) {
        self.init(
            id: json["identifier"]?.string ?? "", title: json["title"]?.string ?? "", note: json["subtitle"]?.string,
            heading: heading)
    }
}
