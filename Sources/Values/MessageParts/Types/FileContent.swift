public import JSON

/// A file to download, embedded or at an address.
public struct FileContent: MessageContent {
    /// The name of the type: `file`.
    public static let type = "file"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.file+json"]

    /// The embedded file.
    public var source: PartData?
    /// The address of the file.
    public var sourceURL: String?
    /// The title or the file name.
    public var title: String?
    /// The author.
    public var author: String?
    /// A comment on the file.
    public var comment: String?
    /// The size in bytes.
    public var size: Int?
    /// The MIME type of the file.
    public var mimeType: String?
    /// The time of creation, in ISO 8601.
    public var createdAt: String?
    /// The time of the last change, in ISO 8601.
    public var updatedAt: String?

    /// A file at an address, embedded, or both.
    public init(sourceURL: String? = nil, source: PartData? = nil, title: String? = nil, author: String? = nil) {
        self.source = source
        self.sourceURL = sourceURL
        self.title = title
        self.author = author
    }

    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The title without the file extension; without a title, the name of the type.
    public func summary(in words: MessageWords) -> String {
        guard let title else { return words.name(.file) }
        guard let dot = title.lastIndex(of: "."), (2...5).contains(title.distance(from: dot, to: title.endIndex) - 1)
        else { return title }
        return String(title[..<dot])
    }

    /// The title, the author and the size.
    public var metadata: MessageMetadata {
        MessageMetadata(title: title, description: author, footer: size?.asShownSize)
    }
    /// The default event of a tap: `open-file`.
    public var event: String? { "open-file" }
    /// The data of `open-file` and `open-url`: the address as `url`.
    public func data(for event: String) -> JSONObject {
        guard event == "open-file" || event == "open-url", let sourceURL else { return [:] }
        return ["url": .string(sourceURL)]
    }
    /// The sentence of the notification, in the reader's language.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.sentence(.file, by: sender)
    }
}

extension Int {
    /// A size in bytes for people, in decimal units: kilobytes or megabytes.
    var asShownSize: String? {
        switch self {
        case ...0: nil
        case ..<1_000: "\(self) bytes"
        case ..<1_000_000: "\(self / 1_000) KB"
        default: "\(self / 1_000_000).\(self % 1_000_000 / 100_000) MB"
        }
    }
}

struct FileSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> FileContent {
        var file = FileContent(
            sourceURL: reader.text("source_url").nonEmpty, source: reader.data("source"),
            title: reader.text("title").nonEmpty, author: reader.text("author").nonEmpty)
        file.comment = reader.text("comment").nonEmpty
        file.size = reader.whole("size") ?? file.source?.content?.size
        file.mimeType = reader.text("mime_type").nonEmpty ?? file.source?.mimeType
        file.createdAt = reader.date("created_at")
        file.updatedAt = reader.date("updated_at")
        reader.expectSource(file.source, file.sourceURL)
        return file
    }

    func write(_ content: FileContent, to writer: inout PartWriter) {
        writer.set("source_url", content.sourceURL)
        writer.set("title", content.title)
        writer.set("author", content.author)
        writer.set("comment", content.comment)
        writer.set("size", content.size)
        writer.set("mime_type", content.mimeType)
        writer.set("created_at", content.createdAt)
        writer.set("updated_at", content.updatedAt)
        writer.add("source", content.source)
    }
}

struct FilePresenter: ContentPresenter {
    private func shownDate(_ content: FileContent, _ showing: Showing) -> String? {
        showing.date(content.updatedAt ?? content.createdAt)
    }

    func lines(of content: FileContent, _ showing: Showing) -> [String] {
        let opensItself = !showing.isTapped && showing.address == nil
        let address = opensItself ? content.source?.content?.downloadURL ?? content.sourceURL : nil
        return [content.title == nil ? content.summary : nil, content.comment, shownDate(content, showing), address]
            .compactMap { $0 }
    }

    func html(of content: FileContent, _ showing: Showing) -> HTML {
        let reference = content.source?.content
        let kind = HTML.element("span", ["class": "kind"], HTML(content.kind))
        let name = content.title ?? content.summary
        let details: HTML =
            .paragraph(content.comment) + .paragraph(shownDate(content, showing), class: "date")
        if showing.isTapped { return .element("span", ["class": "file"], kind) + details }
        if let address = showing.address {
            return .link(address, class: "file", label: name, kind) + details
        }
        let link = HTML.link(
            reference?.downloadURL ?? content.sourceURL, class: "file", label: name,
            file: reference == nil ? nil : name, to: reference, kind)
        return link + details
    }
}

extension FileContent {
    /// A short label for the kind: the file extension, otherwise the MIME subtype.
    fileprivate var kind: String {
        let half = mimeType?.split(separator: "/").last.flatMap { $0.count <= 4 ? String($0) : nil }
        return ([title, sourceURL].compactMap { $0?.ending }.first ?? half ?? "file").uppercased()
    }
}

extension String {
    /// The text after the last dot, if it looks like a file extension.
    fileprivate var ending: String? {
        let pieces = split(separator: ".")
        guard pieces.count > 1, let last = pieces.last, (2...4).contains(last.count),
            last.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        return String(last)
    }
}
