public import JSON

/// A picture, embedded or at an address, optionally with a smaller preview.
public struct ImageContent: MessageContent {
    /// The name of the type: `image`.
    public static let type = "image"
    /// The MIME types of the type: all of them are read, the first one is written.
    public static let mimeTypes = ["application/vnd.layer.image+json", "image/png", "image/jpeg", "image/gif"]

    /// The embedded picture.
    public var source: PartData?
    /// The embedded preview.
    public var preview: PartData?
    /// The address of the picture.
    public var sourceURL: String?
    /// The address of the preview.
    public var previewURL: String?
    /// The title.
    public var title: String?
    /// The line below the title.
    public var subtitle: String?
    /// The author of the picture.
    public var artist: String?
    /// The file name.
    public var fileName: String?
    /// The description for screen readers: an extension of Usher, which other readers ignore.
    public var alt: String?
    /// The width in pixels, after rotation.
    public var width: Int?
    /// The height in pixels, after rotation.
    public var height: Int?
    /// The width of the preview in pixels.
    public var previewWidth: Int?
    /// The height of the preview in pixels.
    public var previewHeight: Int?
    /// The orientation according to EXIF, 1 to 8.
    public var orientation: Int?
    /// The time of creation, in ISO 8601.
    public var createdAt: String?
    /// The MIME type of the picture.
    public var mimeType: String?

    /// A picture at an address, embedded, or both.
    public init(sourceURL: String? = nil, source: PartData? = nil, title: String? = nil, subtitle: String? = nil) {
        self.sourceURL = sourceURL
        self.source = source
        self.title = title
        self.subtitle = subtitle
    }

    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The title, otherwise the name of the type.
    public func summary(in words: MessageWords) -> String { title ?? words.name(.image) }
    /// Title, subtitle and author.
    public var metadata: MessageMetadata { MessageMetadata(title: title, description: subtitle, footer: artist) }
    /// The default event of a tap: `open-url`.
    public var event: String? { "open-url" }
    /// The data of `open-url`: the address as `url`.
    public func data(for event: String) -> JSONObject {
        guard event == "open-url", let sourceURL else { return [:] }
        return ["url": .string(sourceURL)]
    }
    /// The sentence of the notification, in the reader's language.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.sentence(.photo, by: sender)
    }

    /// The external content that is shown, when the picture is neither in the message itself nor at another address.
    func reference(_ size: MessageSize) -> ContentReference? {
        let shown = address(size)
        return [source?.content, preview?.content].compactMap { $0 }.first { $0.downloadURL == shown }
    }

    /// The address that is shown: of the preview at the small size, otherwise of the picture.
    func address(_ size: MessageSize) -> String? {
        let whole = [source?.dataAddress, source?.content?.downloadURL, sourceURL]
        let small = [preview?.dataAddress, preview?.content?.downloadURL, previewURL]
        return (size == .small ? small + whole : whole + small).compactMap { $0 }.first
    }
}

struct ImageSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> ImageContent {
        guard reader.node.type.isJSON else { return legacy(&reader) }
        var image = ImageContent(
            sourceURL: reader.text("source_url").nonEmpty, source: reader.data("source"),
            title: reader.text("title").nonEmpty, subtitle: reader.text("subtitle").nonEmpty)
        image.preview = reader.data("preview")
        image.previewURL = reader.text("preview_url").nonEmpty
        image.artist = reader.text("artist").nonEmpty
        image.fileName = reader.text("file_name").nonEmpty
        image.alt = reader.text("alt").nonEmpty
        image.width = reader.whole("width")
        image.height = reader.whole("height")
        image.previewWidth = reader.whole("preview_width")
        image.previewHeight = reader.whole("preview_height")
        image.orientation = reader.whole("orientation", in: 1...8)
        image.createdAt = reader.date("created_at")
        image.mimeType = reader.text("mime_type").nonEmpty
        reader.expectSource(image.source, image.sourceURL)
        return image
    }

    /// The legacy format: the picture is the part itself, and its size is another part.
    private func legacy(_ reader: inout PartReader) -> ImageContent {
        var source = PartData(reader.node)
        source.id = nil
        var image = ImageContent(source: source)
        image.mimeType = source.mimeType
        image.preview = reader.data("preview")
        let size = reader.data("size")?.bytes.flatMap { try? JSONValue(parsing: $0) }
        image.width = size?["width"]?.int
        image.height = size?["height"]?.int
        image.orientation = size?["orientation"]?.int
        return image
    }

    func write(_ content: ImageContent, to writer: inout PartWriter) {
        writer.set("source_url", content.sourceURL)
        writer.set("preview_url", content.previewURL)
        writer.set("title", content.title)
        writer.set("subtitle", content.subtitle)
        writer.set("artist", content.artist)
        writer.set("file_name", content.fileName)
        writer.set("alt", content.alt)
        writer.set("width", content.width)
        writer.set("height", content.height)
        writer.set("preview_width", content.previewWidth)
        writer.set("preview_height", content.previewHeight)
        writer.set("orientation", content.orientation)
        writer.set("created_at", content.createdAt)
        writer.set("mime_type", content.mimeType)
        writer.add("source", content.source)
        writer.add("preview", content.preview)
    }
}

struct ImagePresenter: ContentPresenter {
    func lines(of content: ImageContent, _ showing: Showing) -> [String] {
        [
            content.title == nil ? content.alt ?? content.fileName ?? content.summary : content.fileName,
            showing.date(content.createdAt),
        ].compactMap { $0 }
    }

    func html(of content: ImageContent, _ showing: Showing) -> HTML {
        let isSmall = showing.size == .small
        let image = HTML.image(
            content.address(showing.size), alt: content.alt ?? content.title ?? content.fileName ?? content.summary,
            width: isSmall ? content.previewWidth : content.width,
            height: isSmall ? content.previewHeight : content.height, from: content.reference(showing.size))
        let date: HTML = .paragraph(showing.date(content.createdAt), class: "date")
        if showing.isTapped { return (content.title == nil ? showing.button(image) : image) + date }
        let whole = content.source?.content
        return .link(showing.address ?? whole?.downloadURL, class: "picture", to: whole, image) + date
    }
}
