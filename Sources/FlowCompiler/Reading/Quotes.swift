import Diagnostics

/// Values in quotes: `"…"` with escapes, `'…'` with doubled apostrophes.
enum Quotes {
    /// Where the quote that `bytes` begin with is closed.
    static func closing(_ bytes: [UInt8]) -> Int? {
        guard let quote = bytes.first else { return nil }
        var at = 1
        while at < bytes.count {
            if quote == UInt8(ascii: "\""), bytes[at] == UInt8(ascii: "\\") {
                at += 2
            } else if bytes[at] == quote {
                let isDoubled = quote == UInt8(ascii: "'") && at + 1 < bytes.count && bytes[at + 1] == quote
                if !isDoubled { return at }
                at += 2
            } else {
                at += 1
            }
        }
        return nil
    }

    /// What stands inside, with its escapes undone: `\"`, `\n`, `\\` in double quotes, `''` in single ones.
    static func content(of text: SourceText, _ bytes: [UInt8], _ closing: Int) -> SourceText {
        let source = { (offset: Int) in text.span(offset..<offset + 1).range.lowerBound }
        var content = SourceText(file: text.file, at: source(0) + 1)
        var plain = 1
        func flush(to end: Int) {
            if end > plain { content.append(String(decoding: bytes[plain..<end], as: UTF8.self), at: source(plain)) }
        }
        var at = 1
        while at < closing {
            guard let (replacement, length) = escape(bytes, at) else {
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

    private static func escape(_ bytes: [UInt8], _ at: Int) -> (String, Int)? {
        if bytes[0] == UInt8(ascii: "'") { return bytes[at] == UInt8(ascii: "'") ? ("'", 2) : nil }
        guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else { return nil }
        switch bytes[at + 1] {
        case UInt8(ascii: "\""): return ("\"", 2)
        case UInt8(ascii: "\\"): return ("\\", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        default: return nil
        }
    }

    static func isCurly(_ character: Character) -> Bool { "“”„‟‘’‚‛".contains(character) }
}
