import JSON

/// What somebody has chosen in another message: the changes for whoever keeps its state, and a sentence for people.
public struct ResponseContent: MessageContent {
    public static let type = "response"
    public static let mimeTypes = ["application/vnd.layer.response-v2+json", "application/vnd.layer.response+json"]
    static let statusRole = "status"
    /// The datum of a status that says what was chosen, without who has chosen it.
    public static let answer = "answer"

    /// The id of the message that it answers, and the name of the part in it.
    public var message: String
    public var node: String?
    public var changes: [ResponseOperation]
    /// What people see of it; `nil` is a response that nobody sees.
    public var status: RichMessage?

    public init(to message: String, node: String?, changes: [ResponseOperation], status: RichMessage? = nil) {
        self.message = message
        self.node = node
        self.changes = changes
        self.status = status
    }

    /// What was chosen, as whoever chose it has said it; `nil` where people see nothing of it.
    public var own: RichMessage? {
        guard let status else { return nil }
        return status.customData[Self.answer]?.string.map { RichMessage(TextContent($0)) } ?? status
    }

    public var holdsControls: Bool { true }
    public var summary: String { summary(in: .english) }
    public func summary(in words: MessageWords) -> String { status?.summary(in: words) ?? "" }
    public var isQuiet: Bool { status == nil }
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
