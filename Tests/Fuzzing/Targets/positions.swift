import JSON
import LanguageProtocol

/// Any text with any positions: offsets stay within the text and between characters, survive the way to a position and
/// back, and edits by range give the same text in every encoding.
///
/// The first eight bytes are two positions, the next one is the length of an inserted text, the rest is that text and
/// the document.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    guard input.count > 9 else { return 0 }
    let numbers = input[..<8].map(Int.init)
    let inserted = String(decoding: input.dropFirst(9).prefix(Int(input[8])), as: UTF8.self)
    let text = String(decoding: input.dropFirst(9 + Int(input[8])), as: UTF8.self)
    let lines = TextLines(Array(text.utf8))
    let range = TextRange(
        start: TextPosition(line: numbers[0], character: numbers[1] << 8 | numbers[2]),
        end: TextPosition(line: numbers[4], character: numbers[5] << 8 | numbers[6]))

    for encoding in PositionEncoding.allCases {
        let offset = lines.offset(of: range.start, in: encoding)
        require(isBetweenCharacters(offset, lines.bytes), "an offset within a character")
        let position = lines.position(of: offset, in: encoding)
        require(lines.offset(of: position, in: encoding) == offset, "another offset after the way back")
        require(position.line < lines.count, "a line beyond the last")

        let bytes = lines.range(of: range, in: encoding)
        var expected = lines.bytes
        expected.replaceSubrange(bytes, with: inserted.utf8)
        var document = OpenDocument(uri: "", version: 0, text: text)
        document.apply([OpenDocument.Change(range: range, text: inserted)], version: 1, in: encoding)
        require(document.lines.bytes == expected, "an edit gives another text")
        require(String(validating: document.lines.bytes, as: UTF8.self) != nil, "an edit breaks a character")
        // The range as we would name it is the same.
        let named = TextRange(
            start: lines.position(of: bytes.lowerBound, in: encoding),
            end: lines.position(of: bytes.upperBound, in: encoding))
        require(lines.range(of: named, in: encoding) == bytes, "a range moves")
    }
    let middle = min(numbers[3] << 8 | numbers[7], lines.bytes.count)
    for encoding in PositionEncoding.allCases {
        let offset = lines.offset(of: lines.position(of: middle, in: encoding), in: encoding)
        require(offset <= middle && middle - offset < 4, "an offset moves far")
    }
    if let path = FileURI.path(of: text) { require(FileURI.path(of: FileURI.uri(of: path)) == path, "another file") }
    return 0
}

private func isBetweenCharacters(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    (0...bytes.count).contains(offset) && (offset == bytes.count || bytes[offset] & 0xC0 != 0x80)
}
