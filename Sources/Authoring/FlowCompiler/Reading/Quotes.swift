import Diagnostics
import Expressions

/// Values in quotes, with the mapping of their characters to the file.
enum Quotes {
    /// The text inside the quotes with escapes resolved: `\"`, `\n`, `\\` in double quotes, `''` in single ones.
    static func content(of text: SourceText, _ bytes: [UInt8], _ closing: Int) -> SourceText {
        let source = { (offset: Int) in text.span(offset..<offset + 1).range.lowerBound }
        var content = SourceText(file: text.file, at: source(0) + 1)
        var plain = 1
        func flush(to end: Int) {
            if end > plain { content.append(text, bytes, plain..<end) }
        }
        var at = 1
        while at < closing {
            guard let (replacement, length) = QuotedText.escape(bytes, at: at, quote: bytes[0]) else {
                at += 1
                continue
            }
            flush(to: at)
            content.append(replacement, at: source(at))
            at += length
            plain = at
        }
        flush(to: closing)
        return content
    }

    static func isCurly(_ character: Character) -> Bool { "“”„‟‘’‚‛".contains(character) }

    /// The plain quote for a curly one.
    static func straight(_ character: Character) -> Character { "‘’‚‛".contains(character) ? "'" : "\"" }
}
