extension Substring {
    /// The addresses of pages, calls and mails in the text, and the text between them. Punctuation at the end of a sentence is not part of an
    /// address.
    ///
    /// Takes a single pass, whatever the content: texts from strangers are searched each time they are shown.
    var pieces: [(text: String, isAddress: Bool)] {
        var pieces: [(String, Bool)] = []
        var (told, at) = (startIndex, startIndex)
        var run: Run?
        while let start = utf8[at...].firstIndex(where: { "htm".utf8.contains($0) }) {
            let end = endOfAddress(from: start, &run)
            at = end ?? utf8.index(after: start)
            guard let end else { continue }
            if told < start { pieces.append((String(self[told..<start]), false)) }
            pieces.append((String(self[start..<end]), true))
            told = end
        }
        if told < endIndex { pieces.append((String(self[told...]), false)) }
        return pieces
    }

    /// Characters without a blank between them, in which several addresses may seem to begin.
    private struct Run {
        let end: Index
        /// The end without the punctuation of a sentence.
        let told: Index
        let lastAt: Index?
    }

    /// The end of an address that begins here; `nil` when none does.
    ///
    /// - Parameter run: the run that was looked through last.
    private func endOfAddress(from start: Index, _ run: inout Run?) -> Index? {
        let schemes = ["https://", "http://", "tel:", "mailto:"]
        guard let scheme = schemes.first(where: { utf8[start...].starts(with: $0.utf8) }) else { return nil }
        let content = utf8.index(start, offsetBy: scheme.utf8.count)
        // `hotel: ` is a word, and so is `tel:` before anything but a number.
        if scheme.last == ":", start > startIndex,
            unicodeScalars[unicodeScalars.index(before: start)].properties.isAlphabetic
        {
            return nil
        }
        if scheme == "tel:" {
            let number = unicodeScalars[content...]
            guard number.dropFirst(number.first == "+" ? 1 : 0).first.map(Self.isDigit) ?? false else { return nil }
        }
        let found = run.flatMap { $0.end > content ? $0 : nil } ?? self.run(from: content)
        run = found
        if scheme == "mailto:", found.lastAt.map({ $0 < content }) ?? true { return nil }
        return found.told > content ? found.told : nil
    }

    private func run(from start: Index) -> Run {
        let scalars = unicodeScalars[start...]
        let run = scalars.prefix { !$0.properties.isWhitespace && !"<>\"".unicodeScalars.contains($0) }
        let last = run.lastIndex { !Self.endings.contains($0) }
        return Run(
            end: run.endIndex, told: last.map { run.index(after: $0) } ?? start, lastAt: run.lastIndex(of: "@"))
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static var endings: String.UnicodeScalarView { "'.,;:!?)]}»”’".unicodeScalars }
}
