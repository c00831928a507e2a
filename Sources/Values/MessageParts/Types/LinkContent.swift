public import JSON

/// A web page, alone or with its metadata.
public struct LinkContent: MessageContent {
    /// The name of the type: `link`.
    public static let type = "link"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.link+json"]

    /// The address of the page.
    public var url: String
    /// The title of the page.
    public var title: String?
    /// The description of the page.
    public var description: String?
    /// The author, or the name of the site.
    public var author: String?
    /// The address of the picture.
    public var imageURL: String?
    /// The width of the picture in points.
    public var imageWidth: Int?
    /// The height of the picture in points.
    public var imageHeight: Int?

    /// A link with the metadata of its page.
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

    /// The title, otherwise the address.
    public var summary: String { title ?? url }
    /// Title, description and author.
    public var metadata: MessageMetadata { MessageMetadata(title: title, description: description, footer: author) }
    /// The default event of a tap: `open-url`.
    public var event: String? { "open-url" }
    /// The data of `open-url`: the address as `url`.
    public func data(for event: String) -> JSONObject { event == "open-url" ? ["url": .string(url)] : [:] }
    /// The sentence of the notification, in the reader's language.
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

    /// The picture; without a title, the complete address.
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
