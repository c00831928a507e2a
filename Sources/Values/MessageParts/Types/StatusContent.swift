/// A remark on how things stand, such as "Ana has joined": centred, from nobody, without a time.
public struct StatusContent: MessageContent {
    public static let type = "status"
    public static let mimeTypes = ["application/vnd.layer.status+json"]

    public var text: String

    public init(_ text: String) { self.text = text }

    public var summary: String { text }
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
