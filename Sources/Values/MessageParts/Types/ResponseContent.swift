import JSON

/// A participant's choice in another message: the changes for the server that stores its state, and a sentence for
/// people.
public struct ResponseContent: MessageContent {
    /// The name of the type: `response`.
    public static let type = "response"
    /// The MIME types of the type: all of them are read, the first one is written.
    public static let mimeTypes = ["application/vnd.layer.response-v2+json", "application/vnd.layer.response+json"]
    static let statusRole = "status"
    /// The member of a status's custom data that contains the choice without the name of the participant.
    public static let answer = "answer"

    /// The id of the message that it answers.
    public var message: String
    /// The id of the part that it answers; `nil` is the root.
    public var node: String?
    /// The changes of state.
    public var changes: [ResponseOperation]
    /// The visible message about the choice; `nil` for an invisible response.
    public var status: RichMessage?

    /// A response to a part of a message.
    public init(to message: String, node: String?, changes: [ResponseOperation], status: RichMessage? = nil) {
        self.message = message
        self.node = node
        self.changes = changes
        self.status = status
    }

    /// The choice as a message of the participant; `nil` for an invisible response.
    public var own: RichMessage? {
        guard let status else { return nil }
        return status.customData[Self.answer]?.string.map { RichMessage(TextContent($0)) } ?? status
    }

    /// Always `true`: the message is used through the controls in it.
    public var holdsControls: Bool { true }
    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The summary of the status; empty for an invisible response.
    public func summary(in words: MessageWords) -> String { status?.summary(in: words) ?? "" }
    /// Whether the response is invisible.
    public var isQuiet: Bool { status == nil }
    /// The status.
    public var children: [MessageChild] { status.map { [MessageChild(Self.statusRole, $0)] } ?? [] }
}

struct ResponseSerializer: ContentSerializer {
    func content(from reader: inout PartReader) throws(PartsProblem) -> ResponseContent {
        let changes = reader.list("changes").compactMap { try? ResponseOperation(json: $0) }
        return ResponseContent(
            to: reader.text("response_to") ?? "", node: reader.text("response_to_node_id").nonEmpty, changes: changes,
            status: try reader.message(ResponseContent.statusRole, "message"))
    }

    func write(_ content: ResponseContent, to writer: inout PartWriter) {
        writer.set("response_to", content.message)
        writer.set("response_to_node_id", content.node)
        writer.set("changes", content.changes.map(\.json))
        writer.add(ResponseContent.statusRole, content.status)
    }
}

struct ResponsePresenter: ContentPresenter {
    func lines(of content: ResponseContent, _ showing: Showing) -> [String] {
        content.status.map { showing.lines(of: $0, as: ResponseContent.statusRole) } ?? []
    }

    func html(of content: ResponseContent, _ showing: Showing) -> HTML {
        content.status.map { showing.html(of: $0, as: ResponseContent.statusRole) } ?? HTML()
    }
}
