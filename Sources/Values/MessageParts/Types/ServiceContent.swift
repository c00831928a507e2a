public import JSON

/// What a service asks in a bubble of its own: signing in, paying, an iMessage app. A type of our own, for those who look at
/// such messages; web chats get a link instead.
public struct ServiceContent: MessageContent {
    public static let type = "service"
    public static let mimeTypes = ["application/vnd.usher.service+json"]

    /// `sign_in`, `pay` or `app`.
    public var service: String
    public var title: String
    public var note: String?
    /// What is asked for, as Usher keeps it, or as it stands in the message of another channel.
    public var asked: JSONObject

    public init(_ service: String, title: String, note: String?, asked: JSONObject) {
        self.service = service
        self.title = title
        self.note = note
        self.asked = asked
    }

    public var summary: String { title }
    public var metadata: MessageMetadata { MessageMetadata(title: title, description: note) }
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
