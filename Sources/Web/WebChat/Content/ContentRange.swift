/// The byte range of a file that a request carries (RFC 9110, section 14.4; with `*`, as resumable uploads use it to
/// query the bytes received so far).
public enum ContentRange: Sendable, Hashable {
    /// The bytes from the first to the last of a file of this size; the size is `nil` when unknown.
    case bytes(ClosedRange<Int>, of: Int?)
    /// No bytes: a query for the bytes received so far.
    case asking(of: Int?)

    /// - Returns: `nil` when the text is not a content range.
    public init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let total = Self.total(parts[1]) else { return nil }
        if parts[0] == "*" {
            self = .asking(of: total)
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            // So many bytes can be counted.
            last < .max, total.map({ last < $0 }) ?? true
        else { return nil }
        self = .bytes(first...last, of: total)
    }

    public var total: Int? {
        switch self {
        case .bytes(_, let total), .asking(let total): total
        }
    }

    private static func total(_ text: Substring) -> Int?? { text == "*" ? .some(nil) : number(text).map { .some($0) } }

    fileprivate static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}

/// The byte range of a file that a request asks for (RFC 9110, section 14.2).
public enum WantedRange: Sendable, Hashable {
    case whole
    case part(Range<Int>)
    /// A range that lies outside the file.
    case none

    /// - Parameter header: a header that cannot be parsed, or asks for several ranges, means the whole file, as if it
    ///   were absent.
    public init(_ header: String?, of size: Int) {
        guard let header, let equals = header.firstIndex(of: "="), header[..<equals].lowercased() == "bytes" else {
            self = .whole
            return
        }
        let ends = header[header.index(after: equals)...].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else {
            self = .whole
            return
        }
        let (first, last) = (ContentRange.number(ends[0]), ContentRange.number(ends[1]))
        switch (ends[0].isEmpty, first, last) {
        case (true, _, let length?): self = Self.part(max(0, size - length), size)
        case (false, let first?, nil) where ends[1].isEmpty: self = Self.part(first, size)
        case (false, let first?, let last?) where first <= last: self = Self.part(first, min(last, size - 1) + 1)
        default: self = .whole
        }
    }

    private static func part(_ start: Int, _ end: Int) -> WantedRange { start < end ? .part(start..<end) : .none }
}
