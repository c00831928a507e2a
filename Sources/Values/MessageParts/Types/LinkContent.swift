public import JSON

/// A page on the web, alone or with what it is about.
public struct LinkContent: MessageContent {
    public static let type = "link"
    public static let mimeTypes = ["application/vnd.layer.link+json"]

    public var url: String
    public var title: String?
    public var description: String?
    public var author: String?
    public var imageURL: String?
    /// Points.
    public var imageWidth: Int?
    public var imageHeight: Int?

    public init(
        _ url: String, title: String? = nil, description: String? = nil, author: String? = nil,
        imageURL: String? = nil
    ) {
        self.url = url
        self.title = title
        self.description = description
        self.author = author
        self.imageURL = imageURL
    }

    public var summary: String { title ?? url }
    public var metadata: MessageMetadata { MessageMetadata(title: title, description: description, footer: author) }
    public var event: String? { "open-url" }
    public func data(for event: String) -> JSONObject { event == "open-url" ? ["url": .string(url)] : [:] }
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.sentence(.link, by: sender)
    }
}

struct LinkSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> LinkContent {
        var link = LinkContent(
            reader.text("url") ?? "", title: reader.text("title").nonEmpty,
            description: reader.text("description").nonEmpty, author: reader.text("author").nonEmpty,
            imageURL: reader.text("image_url").nonEmpty)
        link.imageWidth = reader.whole("image_width")
        link.imageHeight = reader.whole("image_height")
        return link
    }

    func write(_ content: LinkContent, to writer: inout PartWriter) {
        writer.set("url", content.url)
        writer.set("title", content.title)
        writer.set("description", content.description)
        writer.set("author", content.author)
        writer.set("image_url", content.imageURL)
        writer.set("image_width", content.imageWidth)
        writer.set("image_height", content.imageHeight)
    }
}

struct LinkPresenter: ContentPresenter {
    func lines(of content: LinkContent, _ showing: Showing) -> [String] { [] }

    /// The picture; without a title the address itself, whole.
    func html(of content: LinkContent, _ showing: Showing) -> HTML {
        let picture = content.imageURL.map { address in
            HTML.image(address, alt: content.title ?? "", width: content.imageWidth, height: content.imageHeight)
        }
        guard content.title == nil else {
            return picture.map { .link(showing.address, class: "picture", $0) } ?? HTML()
        }
        if showing.isTapped { return (picture ?? HTML()) + showing.button(HTML(content.url)) }
        return .link(showing.address ?? content.url, class: "address", (picture ?? HTML()) + HTML(content.url))
    }
}
