public import Foundation

/// A recording, embedded or at an address.
public struct AudioContent: MessageContent {
    /// The name of the type: `audio`.
    public static let type = "audio"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.audio+json"]

    /// The embedded recording.
    public var source: PartData?
    /// The embedded preview picture.
    public var preview: PartData?
    /// The address of the recording.
    public var sourceURL: String?
    /// The address of the preview picture.
    public var previewURL: String?
    /// The title of the recording.
    public var title: String?
    /// The name of the artist.
    public var artist: String?
    /// The name of the album.
    public var album: String?
    /// The genre.
    public var genre: String?
    /// The size in bytes.
    public var size: Int?
    /// The duration in seconds.
    public var duration: Decimal?
    /// The MIME type of the recording.
    public var mimeType: String?

    /// A recording at an address, embedded, or both.
    public init(sourceURL: String? = nil, source: PartData? = nil, title: String? = nil) {
        self.sourceURL = sourceURL
        self.source = source
        self.title = title
    }

    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The title, otherwise the name of the type.
    public func summary(in words: MessageWords) -> String { title ?? words.name(.audio) }
    /// The sentence of the notification, in the reader's language.
    public func notice(from sender: String, in words: MessageWords) -> String? { words.sentence(.audio, by: sender) }
    /// The title; artist, album and genre; duration and size.
    public var metadata: MessageMetadata {
        MessageMetadata(
            title: title, description: [artist, album, genre].known(", "),
            footer: [duration?.asPlayingTime, size?.asShownSize].known(", "))
    }
    /// The default event of a tap: `layer-open-expanded-view`.
    public var event: String? { "layer-open-expanded-view" }

    var picture: String? { preview?.dataAddress ?? preview?.content?.downloadURL ?? previewURL }
    var address: String? { source?.content?.downloadURL ?? sourceURL }
}

struct AudioSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> AudioContent {
        var audio = AudioContent(
            sourceURL: reader.text("source_url").nonEmpty, source: reader.data("source"),
            title: reader.text("title").nonEmpty)
        audio.preview = reader.data("preview")
        audio.previewURL = reader.text("preview_url").nonEmpty
        audio.artist = reader.text("artist").nonEmpty
        audio.album = reader.text("album").nonEmpty
        audio.genre = reader.text("genre").nonEmpty
        audio.size = reader.whole("size") ?? audio.source?.content?.size
        audio.duration = reader.number("duration")
        audio.mimeType = reader.text("mime_type").nonEmpty ?? audio.source?.mimeType
        reader.expectSource(audio.source, audio.sourceURL)
        return audio
    }

    func write(_ content: AudioContent, to writer: inout PartWriter) {
        writer.set("source_url", content.sourceURL)
        writer.set("preview_url", content.previewURL)
        writer.set("title", content.title)
        writer.set("artist", content.artist)
        writer.set("album", content.album)
        writer.set("genre", content.genre)
        writer.set("size", content.size)
        writer.set("duration", content.duration)
        writer.set("mime_type", content.mimeType)
        writer.add("source", content.source)
        writer.add("preview", content.preview)
    }
}

struct AudioPresenter: ContentPresenter {
    func lines(of content: AudioContent, _ showing: Showing) -> [String] {
        let name = content.title == nil ? content.summary(in: MessageWords(showing.wording)) : nil
        return [name, content.address].compactMap { $0 }
    }

    func html(of content: AudioContent, _ showing: Showing) -> HTML {
        (content.picture.map { HTML.image($0, alt: "") } ?? HTML())
            + .player(
                "audio", content.address, label: content.summary(in: MessageWords(showing.wording)),
                from: content.source?.content)
    }
}

extension Decimal {
    /// Seconds in the format of media players: `3:07`, `1:02:09`.
    var asPlayingTime: String? {
        guard self > 0, self < 1_000_000 else { return nil }
        let seconds = Int(NSDecimalNumber(decimal: self).doubleValue.rounded())
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let end = ":\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        return hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")\(minutes)\(end)" : "\(minutes)\(end)"
    }
}
