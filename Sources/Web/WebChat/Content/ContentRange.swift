/// Which bytes of a file a request brings (RFC 9110, section 14.4; with `*`, as resumable uploads ask for what is held).
public enum ContentRange: Sendable, Hashable {
    /// Bytes from the first to the last of a file of so many bytes.
    case bytes(ClosedRange<Int>, of: Int?)
    /// None: it asks what lies here.
    case asking(of: Int?)

    /// - Returns: `nil` when it is not written so.
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
            total.map({ last < $0 }) ?? true
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

/// Which bytes of a file a request wants (RFC 9110, section 14.2).
public enum WantedRange: Sendable, Hashable {
    case whole
    case part(Range<Int>)
    /// None that the file has.
    case none

    /// - Parameter header: what is not understood, and several ranges, mean the whole, as if it were not there.
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
