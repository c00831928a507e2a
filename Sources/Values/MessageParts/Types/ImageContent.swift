public import JSON

/// A picture to look at, sent along or lying at an address, perhaps with a smaller one for the list.
public struct ImageContent: MessageContent {
    public static let type = "image"
    public static let mimeTypes = ["application/vnd.layer.image+json", "image/png", "image/jpeg", "image/gif"]

    public var source: PartData?
    public var preview: PartData?
    public var sourceURL: String?
    public var previewURL: String?
    public var title: String?
    public var subtitle: String?
    public var artist: String?
    public var fileName: String?
    /// Read aloud: a member of our own, which other readers pass over.
    public var alt: String?
    /// Pixels, as the picture stands after turning it.
    public var width: Int?
    public var height: Int?
    public var previewWidth: Int?
    public var previewHeight: Int?
    /// As EXIF counts, 1 to 8.
    public var orientation: Int?
    /// ISO 8601.
    public var createdAt: String?
    public var mimeType: String?

    public init(sourceURL: String? = nil, source: PartData? = nil, title: String? = nil, subtitle: String? = nil) {
        self.sourceURL = sourceURL
        self.source = source
        self.title = title
        self.subtitle = subtitle
    }

    public var summary: String { summary(in: .english) }
    public func summary(in words: MessageWords) -> String { title ?? words.name(.image) }
    public var metadata: MessageMetadata { MessageMetadata(title: title, description: subtitle, footer: artist) }
    public var event: String? { "open-url" }
    public func data(for event: String) -> JSONObject {
        guard event == "open-url", let sourceURL else { return [:] }
        return ["url": .string(sourceURL)]
    }
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.sentence(.photo, by: sender)
    }

    /// The large content that is shown, where the picture is not in the message itself and not elsewhere.
    func reference(_ size: MessageSize) -> ContentReference? {
        let shown = address(size)
        return [source?.content, preview?.content].compactMap { $0 }.first { $0.downloadURL == shown }
    }

    /// Where it is seen: in the list the smaller one, by itself the picture.
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

    /// The picture is the part itself, its size a part of its own.
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
