/// The unit in which positions within a line are counted.
public enum PositionEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// UTF-8 when the client offers it, because texts are bytes of UTF-8 here; otherwise UTF-16, which every client has
    /// to support.
    public init(offered: [String]) { self = offered.contains(Self.utf8.rawValue) ? .utf8 : .utf16 }

    /// The units of the character that begins with a byte of UTF-8; a byte that continues one has none of its own.
    @inline(__always) func units(ofScalarBeginning byte: UInt8) -> Int {
        switch self {
        case .utf8: 1
        case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
        case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
        }
    }
}

/// A position between two characters of a text: line and units within the line, both from 0.
public struct TextPosition: Sendable, Hashable, Comparable {
    public let line: Int
    public let character: Int

    public init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    public static func < (one: TextPosition, other: TextPosition) -> Bool {
        (one.line, one.character) < (other.line, other.character)
    }
}

/// A range of a text; the end is not part of it.
public struct TextRange: Sendable, Hashable {
    public let start: TextPosition
    public let end: TextPosition

    public init(start: TextPosition, end: TextPosition) {
        self.start = start
        self.end = end
    }
}
