public import JSON

/// A message of an unregistered type. It is kept unchanged, and shown as unknown.
public struct UnknownContent: MessageContent {
    /// The name of the type: `unknown`.
    public static let type = "unknown"
    /// None: content of any unregistered type.
    public static let mimeTypes: [String] = []

    /// The part itself.
    public var data: PartData
    /// The members of its body, when that is JSON.
    public var properties: JSONObject

    /// Unknown content of a part.
    public init(data: PartData, properties: JSONObject) {
        self.data = data
        self.properties = properties
    }

    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The name for unknown messages.
    public func summary(in words: MessageWords) -> String { words.name(.unknown) }
}

struct UnknownPresenter: ContentPresenter {
    func lines(of content: UnknownContent, _ showing: Showing) -> [String] {
        let type = content.data.mimeType.isEmpty ? "without a type" : "of the type \(content.data.mimeType)"
        return ["(a message \(type))"] + showing.message.others.flatMap { showing.lines(of: $0.message, as: $0.role) }
    }

    /// The name for unknown messages, and the known messages nested in it.
    func html(of content: UnknownContent, _ showing: Showing) -> HTML {
        showing.message.others.reduce(into: .paragraph(lines(of: content, showing).first)) { html, child in
            html.append(showing.html(of: child.message, as: child.role))
        }
    }
}

/// Unknown messages are written from their original parts.
struct UnknownSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> UnknownContent {
        UnknownContent(data: PartData(reader.node), properties: [:])
    }

    func write(_ content: UnknownContent, to writer: inout PartWriter) {}
}

extension TypeRegistry {
    static let unknown = Registration(UnknownContent.self, UnknownSerializer(), UnknownPresenter(), .none)
}
