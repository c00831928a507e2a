public import JSON

/// Something that a browser is told (HTML, section 9.2, server-sent events).
public struct ChatEvent: Sendable {
    public var name: String
    public var data: JSONValue
    /// From where a stream goes on that has told this; `nil` for what is not kept.
    public var revision: Int?

    public init(_ name: String, _ data: JSONValue, revision: Int? = nil) {
        self.name = name
        self.data = data
        self.revision = revision
    }

    /// As it is written on the wire. JSON has no line breaks of its own.
    public var text: String {
        let id = revision.map { "id: \($0)\n" } ?? ""
        return "\(id)event: \(name)\ndata: \(data.text)\n\n"
    }

    /// Says nothing, so that a broken line is noticed.
    public static let heartbeat = ": \n\n"
}
