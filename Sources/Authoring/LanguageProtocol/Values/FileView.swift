public import Diagnostics
public import JSON

/// A file of a project as the client sees it: its URI, its version while it is open, and its positions in the client's
/// units.
public struct FileView: Sendable {
    public let uri: String
    /// `nil` when it is not open.
    public let version: Int?
    let lines: TextLines
    private let encoding: PositionEncoding
    /// The bytes at the beginning of an open document that are not in its `SourceFile`: a byte order mark.
    private let mark: Int

    public init(_ document: OpenDocument, in encoding: PositionEncoding) {
        uri = document.uri
        version = document.version
        lines = document.lines
        mark = document.markLength
        self.encoding = encoding
    }

    public init(_ file: SourceFile, uri: String, in encoding: PositionEncoding) {
        self.uri = uri
        version = nil
        lines = TextLines(file.bytes)
        mark = 0
        self.encoding = encoding
    }

    /// The offset of a position in the file's `SourceFile`.
    public func offset(of position: TextPosition) -> Int { max(0, lines.offset(of: position, in: encoding) - mark) }

    func position(of offset: Int) -> TextPosition { lines.position(of: offset + mark, in: encoding) }

    func json(_ offset: Int) -> JSONValue { position(of: offset).json }

    func json(_ range: Range<Int>) -> JSONValue {
        ["start": json(range.lowerBound), "end": json(range.upperBound)]
    }

    /// A text to be inserted, with the line breaks of the file.
    func withLineBreaks(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\n")), let feed = lines.bytes.firstIndex(of: UInt8(ascii: "\n")),
            feed > 0,
            lines.bytes[feed - 1] == UInt8(ascii: "\r")
        else { return text }
        var result: [UInt8] = []
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n"), result.last != UInt8(ascii: "\r") { result.append(UInt8(ascii: "\r")) }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension TextPosition {
    public init?(_ json: JSONValue?) {
        // Clients write the largest number for the end of a line, some of them one beyond 32 bits.
        guard let line = json?["line"]?.int, let character = json?["character"]?.int, line >= 0, character >= 0 else {
            return nil
        }
        self.init(line: line, character: character)
    }

    var json: JSONValue { ["line": .int(line), "character": .int(character)] }
}

extension TextRange {
    public init?(_ json: JSONValue?) {
        guard let start = TextPosition(json?["start"]), let end = TextPosition(json?["end"]) else { return nil }
        self.init(start: start, end: end)
    }
}

/// The files of a project as the client sees them.
public protocol FileViews {
    /// `nil` for a path that is no file of the project.
    func view(of path: String) -> FileView?
    /// The URI of a path, whether a file is there or not.
    func uri(of path: String) -> String
}

extension FileViews {
    func location(_ span: Span) -> JSONValue? {
        view(of: span.file).map { ["uri": .string($0.uri), "range": $0.json(span.range)] }
    }

    /// The locations of spans, in their order.
    public func locations(_ spans: [Span]) -> JSONValue { .array(spans.compactMap(location)) }
}
