/// The lines of a text in UTF-8, which end with LF, CRLF or CR, and the conversion between offsets of bytes and positions.
public struct TextLines: Sendable {
    public let bytes: [UInt8]
    /// The byte at which each line begins.
    private let starts: [Int]
    /// The byte after the last one of each line, without the line break.
    private let ends: [Int]
    /// Whether each line has only characters of one byte, so that units are bytes.
    private let isASCII: [Bool]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var (starts, ends, isASCII) = ([0], [Int](), [Bool]())
        var high: UInt8 = 0
        bytes.withUnsafeBufferPointer { bytes in
            var at = 0
            while at < bytes.count {
                let byte = bytes[at]
                high |= byte
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                    ends.append(at)
                    isASCII.append(high < 0x80)
                    high = 0
                    if byte == UInt8(ascii: "\r"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "\n") { at += 1 }
                    starts.append(at + 1)
                }
                at += 1
            }
        }
        ends.append(bytes.count)
        isASCII.append(high < 0x80)
        (self.starts, self.ends, self.isASCII) = (starts, ends, isASCII)
    }

    public var count: Int { starts.count }

    /// The bytes of a line without its line break.
    public func range(ofLine line: Int) -> Range<Int> { starts[line]..<ends[line] }

    /// Returns the offset of a position. A position beyond its line is at the end of the line, one beyond the last line
    /// at the end of the text; a position inside a character is at its beginning.
    public func offset(of position: TextPosition, in encoding: PositionEncoding) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < starts.count else { return bytes.count }
        let range = range(ofLine: position.line)
        let wanted = max(0, position.character)
        if isASCII[position.line] { return range.lowerBound + min(wanted, range.count) }
        if encoding == .utf8 {
            return beginning(ofCharacterAt: range.lowerBound + min(wanted, range.count), from: range.lowerBound)
        }
        var units = 0
        var at = range.lowerBound
        while at < range.upperBound {
            units += encoding.units(ofScalarBeginning: bytes[at])
            if units > wanted { return at }
            at += 1
            while at < range.upperBound, bytes[at] & 0xC0 == 0x80 { at += 1 }
        }
        return range.upperBound
    }

    /// Returns the position of an offset. An offset inside a character is at its beginning, one inside a line break at the
    /// end of the line.
    public func position(of offset: Int, in encoding: PositionEncoding) -> TextPosition {
        let offset = min(max(offset, 0), bytes.count)
        let line = line(at: offset)
        let range = range(ofLine: line)
        let end = min(offset, range.upperBound)
        if isASCII[line] { return TextPosition(line: line, character: end - range.lowerBound) }
        let at = beginning(ofCharacterAt: end, from: range.lowerBound)
        let units = bytes[range.lowerBound..<at].reduce(0) { $0 + encoding.units(ofScalarBeginning: $1) }
        return TextPosition(line: line, character: units)
    }

    public func range(of range: Range<Int>, in encoding: PositionEncoding) -> TextRange {
        TextRange(
            start: position(of: range.lowerBound, in: encoding), end: position(of: range.upperBound, in: encoding))
    }

    /// Returns the bytes of a range; an end before the start is at the start.
    public func range(of range: TextRange, in encoding: PositionEncoding) -> Range<Int> {
        let start = offset(of: range.start, in: encoding)
        return start..<max(start, offset(of: range.end, in: encoding))
    }

    /// The index of the line with the byte at an offset.
    public func line(at offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private func beginning(ofCharacterAt offset: Int, from start: Int) -> Int {
        var at = offset
        while at > start, at < bytes.count, bytes[at] & 0xC0 == 0x80 { at -= 1 }
        return at
    }
}
