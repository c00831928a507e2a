extension Substring {
    /// The addresses of pages, calls and mails in the text, and the text between them. Punctuation at the end of a sentence is not part of an
    /// address.
    ///
    /// Takes a single pass, whatever the content: texts from strangers are searched each time they are shown.
    var pieces: [(text: String, isAddress: Bool)] {
        var pieces: [(String, Bool)] = []
        var (told, at) = (startIndex, startIndex)
        while let start = utf8[at...].firstIndex(where: { "htm".utf8.contains($0) }) {
            let end = endOfAddress(from: start)
            at = end ?? utf8.index(after: start)
            guard let end else { continue }
            if told < start { pieces.append((String(self[told..<start]), false)) }
            pieces.append((String(self[start..<end]), true))
            told = end
        }
        if told < endIndex { pieces.append((String(self[told...]), false)) }
        return pieces
    }

    /// The end of an address that begins here; `nil` when none does.
    private func endOfAddress(from start: Index) -> Index? {
        let schemes = ["https://", "http://", "tel:", "mailto:"]
        guard let scheme = schemes.first(where: { utf8[start...].starts(with: $0.utf8) }) else { return nil }
        let rest = unicodeScalars[utf8.index(start, offsetBy: scheme.utf8.count)...]
        let whole = rest.prefix { !$0.properties.isWhitespace && !"<>\"".unicodeScalars.contains($0) }
        guard let last = whole.lastIndex(where: { !Self.endings.contains($0) }) else { return nil }
        // `hotel: ` is a word, and so is `tel:` before anything but a number.
        if scheme == "tel:", !whole.dropFirst(whole.first == "+" ? 1 : 0).prefix(1).allSatisfy(Self.isDigit) {
            return nil
        }
        if scheme == "mailto:", !whole.contains("@") { return nil }
        if scheme.last == ":", start > startIndex,
            unicodeScalars[unicodeScalars.index(before: start)].properties.isAlphabetic
        {
            return nil
        }
        return whole.index(after: last)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static var endings: String.UnicodeScalarView { "'.,;:!?)]}»”’".unicodeScalars }
}
