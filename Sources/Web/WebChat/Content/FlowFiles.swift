public import MessageParts

/// The files of the bot's project, for its messages.
public protocol FlowFiles: Sendable {
    /// Returns the file of this name; `nil` when there is none.
    func file(named name: String) -> FlowFile?
}

/// A file of the project.
public struct FlowFile: Sendable, Hashable {
    /// The file's path on disk.
    public var path: String
    /// The MIME type.
    public var kind: String
    /// The size in bytes.
    public var size: Int

    public init(path: String, kind: String, size: Int) {
        self.path = path
        self.kind = kind
        self.size = size
    }
}

extension FlowFiles {
    /// Returns the message part that offers a file; `nil` when there is no file of this name.
    public func part(named name: String, in conversation: String) -> PartData? {
        file(named: name).map { file in
            let id = ContentView.prefix + MessageContents.id(ofFile: name, in: conversation)
            return PartData(
                mimeType: file.kind, body: nil, content: ContentReference(id: id, size: file.size))
        }
    }
}
