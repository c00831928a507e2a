public import Foundation

/// Something to watch, sent along or lying at an address, perhaps with a picture for the list.
public struct VideoContent: MessageContent {
    public static let type = "video"
    public static let mimeTypes = ["application/vnd.layer.video+json"]

    public var source: PartData?
    public var preview: PartData?
    public var sourceURL: String?
    public var previewURL: String?
    public var title: String?
    public var subtitle: String?
    public var artist: String?
    /// Bytes.
    public var size: Int?
    /// Seconds.
    public var duration: Decimal?
    public var mimeType: String?
    /// Pixels.
    public var width: Int?
    public var height: Int?
    public var previewWidth: Int?
    public var previewHeight: Int?

    public init(sourceURL: String? = nil, source: PartData? = nil, title: String? = nil) {
        self.sourceURL = sourceURL
        self.source = source
        self.title = title
    }

    public var summary: String { summary(in: .english) }
    public func summary(in words: MessageWords) -> String { title ?? words.name(.video) }
    public func notice(from sender: String, in words: MessageWords) -> String? { words.sentence(.video, by: sender) }
    public var metadata: MessageMetadata {
        MessageMetadata(
            title: title, description: subtitle,
            footer: [artist, duration?.asPlayingTime, size?.asShownSize].known(", "))
    }
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
