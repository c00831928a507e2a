/// A document that is open in the editor, whose text the editor owns.
public struct OpenDocument: Sendable {
    /// The URI as the client wrote it, which it gets back.
    public let uri: String
    public private(set) var version: Int
    public private(set) var lines: TextLines

    /// One change of a text: of a range, or of the whole text when there is none.
    public struct Change: Sendable, Hashable {
        public let range: TextRange?
        public let text: String

        public init(range: TextRange?, text: String) {
            self.range = range
            self.text = text
        }
    }

    public init(uri: String, version: Int, text: String) {
        self.uri = uri
        self.version = version
        lines = TextLines(Array(text.utf8))
    }

    /// Applies changes in their order; each refers to the text after those before it.
    public mutating func apply(_ changes: [Change], version: Int, in encoding: PositionEncoding) {
        for change in changes {
            guard let range = change.range else {
                lines = TextLines(Array(change.text.utf8))
                continue
            }
            var bytes = lines.bytes
            bytes.replaceSubrange(lines.range(of: range, in: encoding), with: change.text.utf8)
            lines = TextLines(bytes)
        }
        self.version = version
    }

    /// The bytes of the byte order mark at the beginning, which is not part of the text of a file.
    public var markLength: Int { lines.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
