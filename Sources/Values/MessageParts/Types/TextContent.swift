/// A text, alone or as a quotation with a title and its author.
public struct TextContent: MessageContent {
    /// The name of the type: `text`.
    public static let type = "text"
    /// The MIME types of the type: all of them are read, the first one is written.
    public static let mimeTypes = ["application/vnd.layer.text+json", "text/plain"]

    /// The text.
    public var text: String
    /// The title.
    public var title: String?
    /// The line below the title.
    public var subtitle: String?
    /// The author of the quotation.
    public var author: String?

    /// A text with its metadata.
    public init(_ text: String, title: String? = nil, subtitle: String? = nil, author: String? = nil) {
        self.text = text
        self.title = title
        self.subtitle = subtitle
        self.author = author
    }

    /// The title, otherwise the text.
    public var summary: String { title ?? text }
    /// Title, subtitle and author.
    public var metadata: MessageMetadata { MessageMetadata(title: title, description: subtitle, footer: author) }
}

struct TextSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> TextContent {
        // The type of messages from before there were models.
        if reader.node.type.type == "text/plain" {
            let bytes = PartData(reader.node).bytes
            return TextContent(bytes.map { String(decoding: $0, as: UTF8.self) } ?? "")
        }
        return TextContent(
            reader.text("text") ?? "", title: reader.text("title").nonEmpty, subtitle: reader.text("subtitle").nonEmpty,
            author: reader.text("author").nonEmpty)
    }

    func write(_ content: TextContent, to writer: inout PartWriter) {
        writer.set("text", content.text)
        writer.set("title", content.title)
        writer.set("subtitle", content.subtitle)
        writer.set("author", content.author)
    }
}

struct TextPresenter: ContentPresenter {
    func lines(of content: TextContent, _ showing: Showing) -> [String] {
        content.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    func html(of content: TextContent, _ showing: Showing) -> HTML {
        let isTapped = showing.isTapped && content.title == nil
        return .element("p", ["class": "text"], isTapped ? showing.button(.lines(content.text)) : .prose(content.text))
    }
}
