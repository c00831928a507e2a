/// Recognises tapbacks: Apple has no type for them, they come as texts such as `Liked “See you then”`. They react to a
/// message and never answer a question.
///
/// A text can be a tapback only when all of it is one: words that a device writes, then the message they are about, either
/// named (`an image`, `1 Business Message`) or quoted to the end of the text. `Liked it` is something a customer says, and
/// so is `Loved “Blue” and “Red”`. Where something is quoted, it is a tapback when we have sent that.
enum Tapback: Equatable {
    /// A reaction, whatever we have sent.
    case certain
    /// One if we have sent what it quotes.
    case quoting(String)

    /// - Returns: `nil` for what cannot be one.
    init?(_ text: String) {
        // Both forms of the apostrophe are in use.
        let text = text.replacing("’", with: "'")
        for words in TapbackWords.all {
            for rest in words.openings.compactMap({ $0.rest(of: text) }) {
                if words.things.contains(String(rest)) || Self.isCounted(rest) {
                    self = .certain
                    return
                }
                if let quoted = Self.quoted(rest) {
                    self = .quoting(quoted)
                    return
                }
            }
        }
        guard let quoted = TapbackWords.quotedBehindEmoji(in: text).flatMap({ Self.quoted($0) }) else { return nil }
        self = .quoting(quoted)
    }

    /// `a Business Message`, `2 Business Messages`: bubbles have no text to quote.
    private static func isCounted(_ text: Substring) -> Bool {
        for ending in [" Business Message", " Business Messages"] where text.hasSuffix(ending) {
            let count = text.dropLast(ending.count)
            return count == "a" || !count.isEmpty && count.allSatisfy(\.isNumber)
        }
        return false
    }

    /// What stands between quotation marks, where the text is a quotation. Marks inside it are the message's own.
    private static func quoted(_ text: Substring) -> String? {
        guard text.count > 2, let first = text.first, let last = text.last,
            TapbackWords.marks.contains(where: { $0 == (first, last) })
        else { return nil }
        return String(text.dropFirst().dropLast())
    }
}
