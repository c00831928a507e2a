public import Expressions
public import JSON

/// An event outside of the conversation that flows listen to, such as a parcel that was shipped.
public struct OutsideEvent: Sendable, Hashable {
    /// The name under which bot.yaml declares it.
    public var name: String
    /// The values that come with it, by the names of its fields.
    public var fields: Fields

    public init(name: String, fields: Fields = Fields()) {
        self.name = name
        self.fields = fields
    }

    /// The event as a line of a transcript has it: `parcel shipped with number is 17, carrier is "DHL"`.
    public var words: String {
        guard !fields.isEmpty else { return name }
        let parts = fields.names.compactMap { field in fields[field].map { "\(field) is \($0.written)" } }
        return "\(name) with \(parts.joined(separator: ", "))"
    }
}

extension OutsideEvent: JSONRepresentable {
    public var json: JSONValue { ["name": .string(name), "values": fields.json] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(name: try json.string("name"), fields: try Fields(json: try json.required("values")))
    }
}

/// The outcome of an event from outside.
public enum EventReception: String, Sendable, CaseIterable {
    /// It began a conversation.
    case started
    /// The open question took its exit for the event.
    case delivered
    /// It waits for the end of the customer's conversation.
    case waiting
}

extension Value {
    /// The value as a line of a transcript has it; texts stand in quotes.
    fileprivate var written: String {
        switch self {
        case .text(let text): text.inQuotes
        case .choice(let choice): choice.label.inQuotes
        case .number(let number): "\(number)"
        case .money(let money): money.text
        case .date(let date): date.iso
        case .time(let slot): slot.start.iso
        case .duration(let length): "\(length.milliseconds / 1000) seconds"
        case .yesNo(let yes): yes ? "yes" : "no"
        case .file(let file): file.name.inQuotes
        case .place(let place): place.line.inQuotes
        case .record(let fields):
            fields.names.compactMap { name in fields[name].map { "\(name) = \($0.written)" } }
                .joined(separator: ", ").inQuotes
        case .list(let items): items.map(\.plain).joined(separator: ", ").inQuotes
        }
    }

    /// The item of a list, without quotes of its own.
    private var plain: String {
        switch self {
        case .text(let text): text
        case .record(let fields):
            fields.names.compactMap { name in fields[name].map { "\(name) = \($0.plain)" } }.joined(separator: ", ")
        default: written
        }
    }
}

extension String {
    /// On one line, between quotes; a quote in it becomes a single one, since lines of transcripts cannot escape it.
    fileprivate var inQuotes: String {
        "\"\(split(whereSeparator: \.isNewline).joined(separator: " ").replacing("\"", with: "'"))\""
    }
}
