public import Foundation

/// A video, embedded or at an address, optionally with a preview picture.
public struct VideoContent: MessageContent {
    /// The name of the type: `video`.
    public static let type = "video"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.video+json"]

    /// The embedded video.
    public var source: PartData?
    /// The embedded preview picture.
    public var preview: PartData?
    /// The address of the video.
    public var sourceURL: String?
    /// The address of the preview picture.
    public var previewURL: String?
    /// The title.
    public var title: String?
    /// The line below the title.
    public var subtitle: String?
    /// The author of the video.
    public var artist: String?
    /// The size in bytes.
    public var size: Int?
    /// The duration in seconds.
    public var duration: Decimal?
    /// The MIME type of the video.
    public var mimeType: String?
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The width of the preview in pixels.
    public var previewWidth: Int?
    /// The height of the preview in pixels.
    public var previewHeight: Int?

    /// A video at an address, embedded, or both.
    public init(sourceURL: String? = nil, source: PartData? = nil, title: String? = nil) {
        self.sourceURL = sourceURL
        self.source = source
        self.title = title
    }

    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The title, otherwise the name of the type.
    public func summary(in words: MessageWords) -> String { title ?? words.name(.video) }
    /// The sentence of the notification, in the reader's language.
    public func notice(from sender: String, in words: MessageWords) -> String? { words.sentence(.video, by: sender) }
    /// The title, the subtitle; author, duration and size.
    public var metadata: MessageMetadata {
        MessageMetadata(
            title: title, description: subtitle,
            footer: [artist, duration?.asPlayingTime, size?.asShownSize].known(", "))
    }
    /// The default event of a tap: `layer-open-expanded-view`.
    public var event: String? { "layer-open-expanded-view" }

    var address: String? { source?.content?.downloadURL ?? sourceURL }
    var poster: String? { preview?.dataAddress ?? preview?.content?.downloadURL ?? previewURL }
}

struct VideoSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> VideoContent {
        var video = VideoContent(
            sourceURL: reader.text("source_url").nonEmpty, source: reader.data("source"),
            title: reader.text("title").nonEmpty)
        video.preview = reader.data("preview")
        video.previewURL = reader.text("preview_url").nonEmpty
        video.subtitle = reader.text("subtitle").nonEmpty
        video.artist = reader.text("artist").nonEmpty
        video.size = reader.whole("size") ?? video.source?.content?.size
        video.duration = reader.number("duration")
        video.mimeType = reader.text("mime_type").nonEmpty ?? video.source?.mimeType
        reader.expectSource(video.source, video.sourceURL)
        video.width = reader.whole("width")
        video.height = reader.whole("height")
        video.previewWidth = reader.whole("preview_width")
        video.previewHeight = reader.whole("preview_height")
        return video
    }

    func write(_ content: VideoContent, to writer: inout PartWriter) {
        writer.set("source_url", content.sourceURL)
        writer.set("preview_url", content.previewURL)
        writer.set("title", content.title)
        writer.set("subtitle", content.subtitle)
        writer.set("artist", content.artist)
        writer.set("size", content.size)
        writer.set("duration", content.duration)
        writer.set("mime_type", content.mimeType)
        writer.set("width", content.width)
        writer.set("height", content.height)
        writer.set("preview_width", content.previewWidth)
        writer.set("preview_height", content.previewHeight)
        writer.add("source", content.source)
        writer.add("preview", content.preview)
    }
}

struct VideoPresenter: ContentPresenter {
    func lines(of content: VideoContent, _ showing: Showing) -> [String] {
        let name = content.title == nil ? content.summary(in: MessageWords(showing.wording)) : nil
        return [name, content.address].compactMap { $0 }
    }

    func html(of content: VideoContent, _ showing: Showing) -> HTML {
        .player(
            "video", content.address, label: content.summary(in: MessageWords(showing.wording)),
            from: content.source?.content, poster: content.poster, width: content.width, height: content.height)
    }
}
