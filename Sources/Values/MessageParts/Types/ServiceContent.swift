public import JSON

/// A request that a service handles in a separate bubble: a sign-in, a payment, an iMessage app. A type of Usher's own,
/// for viewing such messages; web chats get a link instead.
public struct ServiceContent: MessageContent {
    /// The name of the type: `service`.
    public static let type = "service"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.usher.service+json"]

    /// `sign_in`, `pay` or `app`.
    public var service: String
    /// The title of the bubble.
    public var title: String
    /// A second line.
    public var note: String?
    /// The request, in Usher's stored form or as another channel's message contains it.
    public var asked: JSONObject

    /// A request to a service.
    public init(_ service: String, title: String, note: String?, asked: JSONObject) {
        self.service = service
        self.title = title
        self.note = note
        self.asked = asked
    }

    /// The title.
    public var summary: String { title }
    /// The title and the note.
    public var metadata: MessageMetadata { MessageMetadata(title: title, description: note) }
    /// The sentence of the notification, in the reader's language.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.asking(sender, title)
    }
}

struct ServiceSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> ServiceContent {
        ServiceContent(
            reader.text("service") ?? "", title: reader.text("title") ?? "", note: reader.text("note").nonEmpty,
            asked: reader.object("asked") ?? [:])
    }

    func write(_ content: ServiceContent, to writer: inout PartWriter) {
        writer.set("service", content.service)
        writer.set("title", content.title)
        writer.set("note", content.note)
        writer.set("asked", content.asked)
    }
}

struct ServicePresenter: ContentPresenter {
    func lines(of content: ServiceContent, _ showing: Showing) -> [String] { [] }

    func html(of content: ServiceContent, _ showing: Showing) -> HTML { HTML() }
}
