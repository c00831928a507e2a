public import JSON

/// An event for a browser (HTML, section 9.2, server-sent events).
public struct ChatEvent: Sendable {
    public var name: String
    public var data: JSONValue
    /// The revision after which a stream resumes once it has delivered this event; `nil` for an event that is not
    /// stored.
    public var revision: Int?

    public init(_ name: String, _ data: JSONValue, revision: Int? = nil) {
        self.name = name
        self.data = data
        self.revision = revision
    }

    /// The event in wire format. JSON contains no line breaks of its own.
    public var text: String {
        let id = revision.map { "id: \($0)\n" } ?? ""
        return "\(id)event: \(name)\ndata: \(data.text)\n\n"
    }

    /// An empty comment, sent so that a broken connection is noticed.
    public static let heartbeat = ": \n\n"
}
