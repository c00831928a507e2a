public import JSON

/// A message of a type that nobody has registered. It is kept as it came, and shown as what it is.
public struct UnknownContent: MessageContent {
    public static let type = "unknown"
    public static let mimeTypes: [String] = []

    public var data: PartData
    /// What its body says, where that is JSON.
    public var properties: JSONObject

    public init(data: PartData, properties: JSONObject) {
        self.data = data
        self.properties = properties
    }

    public var summary: String { summary(in: .english) }
    public func summary(in words: MessageWords) -> String { words.name(.unknown) }
}

struct UnknownPresenter: ContentPresenter {
    func lines(of content: UnknownContent, _ showing: Showing) -> [String] {
        let type = content.data.mimeType.isEmpty ? "without a type" : "of the type \(content.data.mimeType)"
        return ["(a message \(type))"] + showing.message.others.flatMap { showing.lines(of: $0.message, as: $0.role) }
    }

    /// What it is, and what is known of what lies in it.
    func html(of content: UnknownContent, _ showing: Showing) -> HTML {
        showing.message.others.reduce(into: .paragraph(lines(of: content, showing).first)) { html, child in
            html.append(showing.html(of: child.message, as: child.role))
        }
    }
}

/// Unknown messages are written from what they are made of.
struct UnknownSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> UnknownContent {
        UnknownContent(data: PartData(reader.node), properties: [:])
    }

    func write(_ content: UnknownContent, to writer: inout PartWriter) {}
}

extension TypeRegistry {
    static let unknown = Registration(UnknownContent.self, UnknownSerializer(), UnknownPresenter(), .none)
}
