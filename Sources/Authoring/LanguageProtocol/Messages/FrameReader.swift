/// Splits the bytes of a stream into the bodies of messages: header lines that end with CRLF, an empty line, and as many
/// bytes as `Content-Length` says (LSP 3.17, base protocol).
public struct FrameReader: Sendable {
    /// The largest body that is read.
    public static let largestBody = 16 * 1024 * 1024
    /// The largest header of one message, all its lines together.
    static let largestHeader = 16 * 1024

    /// The reason why a stream can no longer be split: where the next message begins is unknown.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        case noLength
        case badLength(String)
        case tooLarge(Int)
        case badHeader(String)
        case endlessHeader

        public var description: String {
            switch self {
            case .noLength: "a message has no Content-Length"
            case .badLength(let text): "`\(text)` is not a Content-Length"
            case .tooLarge(let size): "a message of \(size) bytes exceeds the limit of \(FrameReader.largestBody) bytes"
            case .badHeader(let line): "`\(line)` is not a header line; expected a name, a colon, and CRLF at the end"
            case .endlessHeader: "the header of a message is longer than \(FrameReader.largestHeader) bytes"
            }
        }
    }

    private var bytes: [UInt8] = []
    /// Everything before it has been returned.
    private var start = 0
    /// The bytes from `start` that contain no complete header, so that they are not searched again.
    private var searched = 0
    /// The length of the next body, once its header has been read.
    private var length: Int?

    public init() {}

    /// Whether the stream may end here: no message has begun.
    public var isBetweenMessages: Bool { length == nil && start == bytes.count }

    public mutating func append(_ more: some Sequence<UInt8>) {
        if start > 65_536, start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// Returns the next body, or `nil` until more bytes arrive.
    ///
    /// - Throws: `Failure` when the header is malformed; nothing after it can be read.
    public mutating func next() throws(Failure) -> [UInt8]? {
        if length == nil { length = try header() }
        guard let length, bytes.count - start >= length else { return nil }
        let body = Array(bytes[start..<start + length])
        start += length
        self.length = nil
        return body
    }

    /// Reads header lines to the empty one. Returns the length of the body, or `nil` until the header is complete.
    private mutating func header() throws(Failure) -> Int? {
        guard let end = endOfHeader() else {
            // A header that ends with LF alone would never be complete.
            let waiting = bytes[start...]
            if let feed = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                if feed == start || bytes[feed - 1] != UInt8(ascii: "\r") {
                    throw .badHeader(Self.text(waiting[..<feed]))
                }
            }
            if waiting.count > Self.largestHeader { throw .endlessHeader }
            return nil
        }
        if end - start > Self.largestHeader { throw .endlessHeader }
        var length: Int?
        for line in Self.lines(bytes[start..<end]) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), !line.contains(UInt8(ascii: "\n")) else {
                throw .badHeader(Self.text(line))
            }
            guard Self.text(line[..<colon]).lowercased() == "content-length" else { continue }
            let value = Self.text(line[line.index(after: colon)...]).trimming { $0 == " " || $0 == "\t" }
            guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), length == nil,
                let number = Int(value)
            else { throw .badLength(String(value.prefix(40))) }
            length = number
        }
        guard let length else { throw .noLength }
        guard length <= Self.largestBody else { throw .tooLarge(length) }
        start = end + 2
        searched = 0
        return length
    }

    /// The end of the last header line, CRLF included; the empty line follows.
    private mutating func endOfHeader() -> Int? {
        var at = start + max(0, searched - 3)
        while at + 1 < bytes.count {
            if bytes[at] == UInt8(ascii: "\r"), bytes[at + 1] == UInt8(ascii: "\n") {
                // An empty line at the very beginning: a header without lines.
                if at == start { return start }
                if at + 3 < bytes.count, bytes[at + 2] == UInt8(ascii: "\r"), bytes[at + 3] == UInt8(ascii: "\n") {
                    return at + 2
                }
            }
            at += 1
        }
        searched = bytes.count - start
        return nil
    }

    private static func lines(_ header: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var begin = header.startIndex
        var at = begin
        while at + 1 < header.endIndex {
            if header[at] == UInt8(ascii: "\r"), header[at + 1] == UInt8(ascii: "\n") {
                lines.append(header[begin..<at])
                begin = at + 2
                at = begin
            } else {
                at += 1
            }
        }
        return lines
    }

    /// At most the beginning of a line, for messages.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes.prefix(80), as: UTF8.self) }
}

extension String {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let first = rest.first, isSpace(first) { rest.removeFirst() }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}

/// A message as it is written to the stream.
public enum Frame {
    public static func bytes(of body: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
}
