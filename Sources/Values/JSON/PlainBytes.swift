extension UInt8 {
    /// Whether the byte stands in no JSON string as it is: a control character, a quotation mark or a backslash.
    var isToEscape: Bool { self < 0x20 || self == 0x22 || self == 0x5C }
}

extension UInt64 {
    /// Whether one of its eight bytes stands in no JSON string as it is.
    var hasByteToEscape: Bool {
        // Each test leaves the highest bit of a byte that it finds.
        let (ones, highest) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        let (quotes, backslashes) = (self ^ (ones &* 0x22), self ^ (ones &* 0x5C))
        let found = (self &- ones &* 0x20) & ~self | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        return found & highest != 0
    }
}

extension UnsafeRawBufferPointer {
    /// Finds the next byte, at `start` or behind it, that stands in no JSON string as it is: a control character, a quotation mark
    /// or a backslash.
    ///
    /// - Returns: its place, or `count` when there is none; and whether all bytes before it are ASCII.
    func nextToEscape(from start: Int) -> (place: Int, isASCII: Bool) {
        guard let bytes = baseAddress else { return (start, true) }
        var (at, seen) = (start, 0 as UInt64)
        while at + 8 <= count {
            let eight = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            if eight.hasByteToEscape { break }
            seen |= eight
            at += 8
        }
        while at < count {
            let byte = self[at]
            if byte.isToEscape { break }
            seen |= UInt64(byte)
            at += 1
        }
        return (at, seen & 0x8080_8080_8080_8080 == 0)
    }

    /// Whether all bytes are ASCII.
    var isASCII: Bool {
        guard let bytes = baseAddress else { return true }
        var (at, seen) = (0, 0 as UInt64)
        while at + 8 <= count {
            seen |= bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            at += 8
        }
        while at < count {
            seen |= UInt64(self[at])
            at += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }
}
