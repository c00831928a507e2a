public import MessageParts

/// The files that lie in the bot's project, for its messages.
public protocol FlowFiles: Sendable {
    /// The file of this name; `nil` where there is none.
    func file(named name: String) -> FlowFile?
}

/// A file of the project.
public struct FlowFile: Sendable, Hashable {
    /// Where it lies.
    public var path: String
    /// The MIME type.
    public var kind: String
    /// Bytes.
    public var size: Int

    public init(path: String, kind: String, size: Int) {
        self.path = path
        self.kind = kind
        self.size = size
    }
}

extension FlowFiles {
    /// The part of a message that hands out a file; `nil` where there is none of this name.
    public func part(named name: String, in conversation: String) -> PartData? {
        file(named: name).map { file in
            let id = ContentView.prefix + MessageContents.id(ofFile: name, in: conversation)
            return PartData(
                mimeType: file.kind, body: nil, content: ContentReference(id: id, size: file.size))
        }
    }
}
