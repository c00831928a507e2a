/// Quoted texts: `"…"` with `\"`, `\\`, `\n` and `\t` inside, `'…'` with doubled apostrophes.
public enum QuotedText {
    /// The position of the closing quote for the quote at the beginning of `bytes`, relative to that beginning; `nil`
    /// when it is missing.
    public static func closing(_ bytes: some RandomAccessCollection<UInt8>) -> Int? {
        guard let quote = bytes.first else { return nil }
        var at = 1
        let byte = { (offset: Int) in bytes[bytes.index(bytes.startIndex, offsetBy: offset)] }
        while at < bytes.count {
            if quote == UInt8(ascii: "\""), byte(at) == UInt8(ascii: "\\") {
                at += 2
            } else if byte(at) == quote {
                let isDoubled = quote == UInt8(ascii: "'") && at + 1 < bytes.count && byte(at + 1) == quote
                if !isDoubled { return at }
                at += 2
            } else {
                at += 1
            }
        }
        return nil
    }

    /// The text that the escape at `at` stands for inside quotes, and its length; `nil` when no escape begins there.
    public static func escape(_ bytes: [UInt8], at: Int, quote: UInt8) -> (text: String, length: Int)? {
        if quote == UInt8(ascii: "'") { return bytes[at] == quote ? ("'", 2) : nil }
        guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else { return nil }
        switch bytes[at + 1] {
        case UInt8(ascii: "\""): return ("\"", 2)
        case UInt8(ascii: "\\"): return ("\\", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        default: return nil
        }
    }

    /// The text between the quotes, with its escapes resolved.
    public static func content(_ bytes: [UInt8], _ range: Range<Int>, quote: UInt8) -> String {
        var content: [UInt8] = []
        var at = range.lowerBound
        while at < range.upperBound {
            if let (text, length) = escape(bytes, at: at, quote: quote) {
                content += text.utf8
                at += length
            } else {
                content.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: content, as: UTF8.self)
    }
}
