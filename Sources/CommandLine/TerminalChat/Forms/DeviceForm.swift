import JSON

/// A form as a device shows it.
struct DeviceForm: Sendable {
    /// The question of a page.
    enum Kind: Sendable {
        /// Options; on a wheel, `preset` is the position of the one selected at first.
        case choices([DeviceMessage.Choice], several: Bool, preset: Int?)
        /// A day; `start` is the one on which the calendar opens.
        case day(hint: String?, start: String?)
        /// A text.
        case words(prefix: String?, isRequired: Bool)
    }

    struct Page: Sendable {
        let name: String
        let title: String?
        let question: String?
        let hint: String?
        let kind: Kind
    }

    let title: String?
    let request: String
    /// The text before the first page, line by line.
    let splash: [String]
    let hasSummary: Bool
    let pages: [Page]

    func page(_ name: String) -> Page? { pages.first { $0.name == name } }
}

extension DeviceForm {
    init(_ json: JSONValue) {
        title = json["title"]?.string
        request = json["request"]?.string ?? ""
        splash = ["header", "text"].compactMap { json["splash"]?[$0]?.string }
        hasSummary = json["summary"]?.bool ?? false
        pages = (json["pages"]?.array ?? []).map(Page.init)
    }
}

extension DeviceForm.Page {
    fileprivate init(_ json: JSONValue) {
        name = json["page"]?.string ?? ""
        title = json["title"]?.string
        question = json["subtitle"]?.string ?? json["label"]?.string
        hint = json["hint"]?.string ?? json["placeholder"]?.string
        let choices = (json["items"]?.array ?? []).map { DeviceMessage.Choice($0, heading: nil) }
        kind =
            switch json["type"]?.string {
            case "select": .choices(choices, several: json["several"]?.bool ?? false, preset: nil)
            case "picker": .choices(choices, several: false, preset: json["selected"]?.int ?? 0)
            case "datePicker": .day(hint: Self.range(json), start: json["start"]?.string)
            default: .words(prefix: json["prefix"]?.string, isRequired: json["required"]?.bool ?? false)
            }
    }

    /// Returns the range of days that can be picked.
    private static func range(_ json: JSONValue) -> String {
        let (first, last) = (json["first"]?.string, json["last"]?.string ?? "today")
        return first.map { "from \($0) to \(last)" } ?? "until \(last)"
    }
}
