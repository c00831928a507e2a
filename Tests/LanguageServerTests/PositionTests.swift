import LanguageProtocol
import TestSupport
import Testing

@Suite struct PositionTests {
    private static let pieces = [
        "a", "then: ", "ü", "é", "e\u{301}", "👍🏽", "🇩🇪", "👩‍👩‍👧", "한", "\t", " ", "\n", "\r\n", "\r", "\u{2028}", "\u{FEFF}",
        "𝒳", "",
    ]

    private static func text(_ random: inout SeededRandom) -> String {
        (0..<random.number(below: 60)).map { _ in random.pick(pieces) }.joined()
    }

    private static func isBoundary(_ offset: Int, _ bytes: [UInt8]) -> Bool {
        if offset == bytes.count { return true }
        let isInBreak = offset > 0 && bytes[offset - 1] == 0x0D && bytes[offset] == 0x0A
        return bytes[offset] & 0xC0 != 0x80 && !isInBreak
    }

    @Test(arguments: PositionEncoding.allCases)
    func `an offset survives the way to a position and back`(encoding: PositionEncoding) {
        var random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            let lines = TextLines(Array(Self.text(&random).utf8))
            for offset in 0...lines.bytes.count where Self.isBoundary(offset, lines.bytes) {
                let position = lines.position(of: offset, in: encoding)
                #expect(lines.offset(of: position, in: encoding) == offset)
            }
        }
    }

    @Test(arguments: PositionEncoding.allCases)
    func `positions count the units of their encoding`(encoding: PositionEncoding) {
        var random = SeededRandom(seed: 4)
        for _ in 0..<200 {
            let text = Self.text(&random)
            let lines = TextLines(Array(text.utf8))
            var index = text.unicodeScalars.startIndex
            while index < text.unicodeScalars.endIndex {
                let before = text.unicodeScalars[..<index]
                let line = Self.lastLine(before)
                let expected =
                    switch encoding {
                    case .utf8: String(line).utf8.count
                    case .utf16: String(line).utf16.count
                    case .utf32: line.count
                    }
                let offset = String(before).utf8.count
                if Self.isBoundary(offset, lines.bytes) {
                    #expect(lines.position(of: offset, in: encoding).character == expected)
                }
                index = text.unicodeScalars.index(after: index)
            }
        }
    }

    private static func lastLine(_ scalars: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        guard let end = scalars.lastIndex(where: { $0 == "\n" || $0 == "\r" }) else { return scalars }
        return scalars[scalars.index(after: end)...]
    }

    @Test func `a position inside a character is moved to its beginning`() {
        let lines = TextLines(Array("a👍b".utf8))
        #expect(lines.offset(of: TextPosition(line: 0, character: 2), in: .utf16) == 1)
        #expect(lines.offset(of: TextPosition(line: 0, character: 3), in: .utf16) == 5)
        for character in 1...4 {
            #expect(lines.offset(of: TextPosition(line: 0, character: character), in: .utf8) == 1)
        }
        #expect(lines.offset(of: TextPosition(line: 0, character: 2), in: .utf32) == 5)
        for offset in 1...4 { #expect(lines.position(of: offset, in: .utf16).character == 1) }
    }

    @Test(arguments: PositionEncoding.allCases)
    func `a position beyond its line or the text is at its end`(encoding: PositionEncoding) {
        let lines = TextLines(Array("ab\r\ncü\nd".utf8))
        #expect(lines.offset(of: TextPosition(line: 0, character: 99), in: encoding) == 2)
        #expect(lines.offset(of: TextPosition(line: 1, character: .max), in: encoding) == 7)
        #expect(lines.offset(of: TextPosition(line: 9, character: 0), in: encoding) == 9)
        #expect(lines.offset(of: TextPosition(line: -1, character: 0), in: encoding) == 0)
        #expect(lines.position(of: 3, in: encoding) == TextPosition(line: 0, character: 2))
        #expect(lines.position(of: 99, in: encoding) == TextPosition(line: 2, character: 1))
        #expect(TextLines([]).position(of: 0, in: encoding) == TextPosition(line: 0, character: 0))
    }

    @Test func `UTF-8 is used when it is offered, else UTF-16`() {
        #expect(PositionEncoding(offered: []) == .utf16)
        #expect(PositionEncoding(offered: ["utf-32", "utf-16"]) == .utf16)
        #expect(PositionEncoding(offered: ["utf-16", "utf-8"]) == .utf8)
    }

    // Documents.

    @Test(arguments: PositionEncoding.allCases)
    func `random edits give the same text as the whole text would`(encoding: PositionEncoding) {
        var random = SeededRandom(seed: 5)
        for round in 0..<100 {
            var text = Array(Self.text(&random).unicodeScalars)
            var document = OpenDocument(uri: "a", version: 0, text: Self.string(text))
            for version in 1...20 {
                var changes: [OpenDocument.Change] = []
                for _ in 0...random.number(below: 3) {
                    let (one, other) = (random.number(below: text.count + 1), random.number(below: text.count + 1))
                    let range = Self.outsideBreaks(min(one, other), text)..<Self.outsideBreaks(max(one, other), text)
                    let inserted = Self.text(&random)
                    changes.append(
                        OpenDocument.Change(range: Self.range(range, of: text, encoding), text: inserted))
                    text.replaceSubrange(range, with: inserted.unicodeScalars)
                }
                document.apply(changes, version: version, in: encoding)
                #expect(document.lines.bytes == Array(Self.string(text).utf8), "round \(round)")
                #expect(document.version == version)
            }
            var whole = document
            whole.apply([OpenDocument.Change(range: nil, text: Self.string(text))], version: 99, in: encoding)
            #expect(whole.lines.bytes == document.lines.bytes)
        }
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// No position is inside a line break, so an editor never names one.
    private static func outsideBreaks(_ index: Int, _ text: [Unicode.Scalar]) -> Int {
        index > 0 && index < text.count && text[index - 1] == "\r" && text[index] == "\n" ? index - 1 : index
    }

    /// The range as an editor would name it, counted without `TextLines`.
    private static func range(
        _ range: Range<Int>, of text: [Unicode.Scalar], _ encoding: PositionEncoding
    ) -> TextRange {
        TextRange(
            start: position(range.lowerBound, of: text, encoding), end: position(range.upperBound, of: text, encoding))
    }

    private static func position(
        _ index: Int, of text: [Unicode.Scalar], _ encoding: PositionEncoding
    ) -> TextPosition {
        var (line, start) = (0, 0)
        for at in 0..<index where text[at] == "\n" || text[at] == "\r" {
            if text[at] == "\r", at + 1 < text.count, text[at + 1] == "\n" { continue }
            (line, start) = (line + 1, at + 1)
        }
        let before = string(Array(text[start..<index]))
        let character =
            switch encoding {
            case .utf8: before.utf8.count
            case .utf16: before.utf16.count
            case .utf32: before.unicodeScalars.count
            }
        return TextPosition(line: line, character: character)
    }

    @Test func `an end before the start changes nothing but the start`() {
        var document = OpenDocument(uri: "a", version: 0, text: "abc")
        let range = TextRange(start: TextPosition(line: 0, character: 2), end: TextPosition(line: 0, character: 1))
        document.apply([OpenDocument.Change(range: range, text: "X")], version: 1, in: .utf16)
        #expect(document.lines.bytes == Array("abXc".utf8))
    }
}
