/// A text with `*` as wildcard, as in `bot:` lines. Any run of white space counts as one space.
struct Wildcard {
    private let pieces: [[Character]]

    init(_ text: String) {
        pieces = Self.plain(text).split(separator: "*", omittingEmptySubsequences: false).map(Array.init)
    }

    /// Whether all of `text` matches.
    func fits(_ text: String) -> Bool {
        let text = Array(Self.plain(text))
        guard pieces.count > 1 else { return text == pieces[0] }
        let first = pieces[0]
        let last = pieces[pieces.count - 1]
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return false }
        var start = first.count
        let end = text.count - last.count
        for piece in pieces[1..<pieces.count - 1] {
            guard let found = Self.place(of: piece, in: text[start..<end]) else { return false }
            start = found + piece.count
        }
        return true
    }

    private static func place(of piece: [Character], in text: ArraySlice<Character>) -> Int? {
        guard piece.count <= text.count else { return nil }
        return (text.startIndex...text.endIndex - piece.count).first { start in
            text[start..<start + piece.count].elementsEqual(piece)
        }
    }

    private static func plain(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
