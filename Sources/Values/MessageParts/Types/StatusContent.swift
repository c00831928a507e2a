/// A status line, such as "Ana has joined": centred, without sender and time.
public struct StatusContent: MessageContent {
    /// The name of the type: `status`.
    public static let type = "status"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.status+json"]

    /// The text of the status line.
    public var text: String

    /// A status line.
    public init(_ text: String) { self.text = text }

    /// The text.
    public var summary: String { text }
    /// Always `true`: a status line causes no notification.
    public var isQuiet: Bool { true }
}

struct StatusSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> StatusContent { StatusContent(reader.text("text") ?? "") }

    func write(_ content: StatusContent, to writer: inout PartWriter) { writer.set("text", content.text) }
}

struct StatusPresenter: ContentPresenter {
    func lines(of content: StatusContent, _ showing: Showing) -> [String] { [content.text] }

    func html(of content: StatusContent, _ showing: Showing) -> HTML {
        .element(
            "p", ["class": "remark"], showing.isTapped ? showing.button(.lines(content.text)) : .prose(content.text))
    }
}
