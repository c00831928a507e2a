/// Recognises tapbacks: Apple has no message type for them, they arrive as texts such as `Liked “See you then”`. They
/// react to a message and never answer a question.
///
/// A text is a tapback only if the whole of it is one: the words that a device writes, then the message that they are
/// about, either named (`an image`, `1 Business Message`) or quoted to the end of the text. `Liked it` is something a
/// customer says, and so is `Loved “Blue” and “Red”`. A text with a quotation is a tapback if the bot sent the quoted
/// message.
enum Tapback: Equatable {
    /// A reaction, regardless of the messages sent.
    case certain
    /// A reaction if the bot sent the quoted message.
    case quoting(String)

    /// - Returns: `nil` when the text cannot be a tapback.
    init?(_ text: String) {
        // Both forms of the apostrophe are in use.
        let text = text.utf8.allSatisfy { $0 < 0x80 } ? text : text.replacing("’", with: "'")
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

    /// Whether the text counts messages, such as `a Business Message` or `2 Business Messages`: bubbles have no text to
    /// quote.
    private static func isCounted(_ text: Substring) -> Bool {
        for ending in [" Business Message", " Business Messages"] where text.hasSuffix(ending) {
            let count = text.dropLast(ending.count)
            return count == "a" || !count.isEmpty && count.allSatisfy(\.isNumber)
        }
        return false
    }

    /// Returns the text between quotation marks if the whole text is a quotation. Marks inside it belong to the
    /// message.
    private static func quoted(_ text: Substring) -> String? {
        guard text.count > 2, let first = text.first, let last = text.last,
            TapbackWords.marks.contains(where: { $0 == (first, last) })
        else { return nil }
        return String(text.dropFirst().dropLast())
    }
}
