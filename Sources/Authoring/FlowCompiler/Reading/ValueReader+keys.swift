import Diagnostics

extension ValueReader {
    /// A key in quotes, and where its value may begin.
    mutating func quotedKey(_ range: Range<Int>) -> (ValueNode, Int)? {
        let quote = bytes[range.lowerBound]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let closing = closingQuote(range.lowerBound, range.upperBound)
        else { return nil }
        let colon = skipBlanks(closing + 1, range.upperBound)
        guard colon < range.upperBound, bytes[colon] == UInt8(ascii: ":"),
            colon + 1 == range.upperBound || Space.length(bytes, colon + 1) > 0
        else { return nil }
        let whole = range.lowerBound..<closing + 1
        let text = SourceText(file.text(in: whole), file: file.path, at: range.lowerBound)
        guard case .value(let key)? = unquoted(text, span(whole), isProse: false) else { return nil }
        return (key, colon + 1)
    }

    /// The colon that ends the key of a line: the first that a space or the line's end follows, or the last before a
    /// comment and outside braces.
    func colon(in range: Range<Int>, last: Bool) -> Int? {
        let colon = last ? lastColon(in: withoutComment(range)) : range.first { endsKey($0, range) }
        return colon.flatMap { trimmed(range.lowerBound..<$0).isEmpty ? nil : $0 }
    }

    private func endsKey(_ index: Int, _ range: Range<Int>) -> Bool {
        bytes[index] == UInt8(ascii: ":") && (index + 1 >= range.upperBound || isSpace(index + 1))
    }

    private func lastColon(in range: Range<Int>) -> Int? {
        var depth = 0
        for index in range.reversed() {
            switch bytes[index] {
            case UInt8(ascii: "}"): depth += 1
            case UInt8(ascii: "{"): depth -= 1
            default: if depth <= 0, endsKey(index, range) { return index }
            }
        }
        return nil
    }

    // YAML syntax that flows do not have.

    /// `---`, `<<` or other YAML syntax in place of a key.
    func featureAtKey(of line: Line, _ region: Region) -> Diagnostic? {
        let text = file.text(in: line.start..<line.range.upperBound)
        if text == "---" || text.hasPrefix("--- ") {
            return feature(
                "`---` would begin another YAML document", line.start..<line.start + 3,
                help: "a file holds one flow; leave the line out")
        }
        if text.hasPrefix("<<:") {
            return feature(
                "`<<` would merge a YAML block", line.start..<line.start + 2, help: "write the keys themselves")
        }
        let isText = region.keysEndAtLastColon
        return isText ? nil : feature(line.start..<line.range.upperBound)
    }

    /// An anchor or tag on a separate line before its block.
    func featureBeforeBlock(_ range: Range<Int>) -> Diagnostic? {
        let range = trimmed(withoutComment(range))
        guard let first = range.first, bytes[first] != UInt8(ascii: "*"), !range.contains(where: isSpace) else {
            return nil
        }
        return feature(range)
    }

    /// An alias, an anchor or a tag at the beginning of a value.
    func feature(_ range: Range<Int>) -> Diagnostic? {
        guard let first = range.first, "*&!".utf8.contains(bytes[first]) else { return nil }
        let text = file.text(in: range)
        let name = text.dropFirst().prefix { $0 != " " }
        guard let sign = text.first, let letter = name.first, letter.isLetter || letter.isNumber || letter == "!" else {
            return nil
        }
        let kind = sign == "*" ? "alias" : sign == "&" ? "anchor" : "tag"
        return feature(
            "`\(sign)\(name)` would be a YAML \(kind)", first..<first + 1,
            help: sign == "*" ? "write the name itself" : "leave it out, or put the text in quotes")
    }

    private func feature(_ message: String, _ range: Range<Int>, help: String) -> Diagnostic {
        Diagnostic(.yamlFeature, message, at: span(range), label: "not read here", help: help)
    }
}
