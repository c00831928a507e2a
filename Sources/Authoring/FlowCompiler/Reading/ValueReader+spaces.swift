import Diagnostics

extension ValueReader {
    /// Skips spaces; a no-break space is reported.
    mutating func skipSpace(from start: Int, to end: Int) -> Int {
        var at = start
        while at < end, Space.length(bytes, at) > 0 {
            if Space.isOdd(bytes, at) { diagnostics.append(.oddSpace(at, in: file)) }
            at += Space.length(bytes, at)
        }
        return at
    }

    func skipBlanks(_ start: Int, _ end: Int) -> Int {
        var at = start
        while at < end, Space.length(bytes, at) > 0 { at += Space.length(bytes, at) }
        return at
    }

    func isSpace(_ index: Int) -> Bool { Space.length(bytes, index) > 0 }

    func isBlank(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }

    func isSpaceBefore(_ index: Int) -> Bool { Space.lengthBefore(bytes, index, from: 0) > 0 }

    /// Without the comment after a space and `#`, outside quotes and braces.
    func withoutComment(_ range: Range<Int>) -> Range<Int> {
        var quote: UInt8?
        var isEscaped = false
        var depth = 0
        for index in range {
            let byte = bytes[index]
            if let open = quote {
                if byte == open, !isEscaped { quote = nil }
                isEscaped = open == UInt8(ascii: "\"") && byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if index == range.lowerBound || !isWordByte(bytes[index - 1]) { quote = byte }
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "#") where depth <= 0 && (index == 0 || isSpaceBefore(index)):
                return range.lowerBound..<index
            default: break
            }
        }
        // An unpaired quote, as in `don't`, hides nothing: search again ignoring quotes.
        guard quote != nil else { return range }
        let hash = range.first { bytes[$0] == UInt8(ascii: "#") && isSpaceBefore($0) }
        return range.lowerBound..<(hash ?? range.upperBound)
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }

    /// Without surrounding spaces; a no-break space at the end stays, because it may be prose.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        let low = skipBlanks(range.lowerBound, range.upperBound)
        var high = range.upperBound
        while high > low, isBlank(high - 1) { high -= 1 }
        return min(low, high)..<high
    }

    func trimmedOfAllSpaces(_ range: Range<Int>) -> Range<Int> {
        let low = skipBlanks(range.lowerBound, range.upperBound)
        var high = range.upperBound
        while case let length = Space.lengthBefore(bytes, high, from: low), length > 0 { high -= length }
        return low..<max(low, high)
    }
}
