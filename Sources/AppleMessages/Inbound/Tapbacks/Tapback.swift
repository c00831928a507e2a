/// Recognises tapbacks: Apple has no type for them, they come as texts such as `Liked “See you then”`. They react to a
/// message and never answer a question.
///
/// A text is a tapback when all of it is one: words that a device writes, then the message they are about, either quoted
/// to the end of the text or named (`an image`, `1 Business Message`). `Liked it` is something a customer says, and so is
/// `Loved “Blue” and “Red”`.
enum Tapback {
    static func isTapback(_ text: String) -> Bool {
        // Both forms of the apostrophe are in use.
        let text = text.replacing("’", with: "'")
        return TapbackWords.all.contains { words in
            words.openings.contains { opening in
                opening.rest(of: text).map { words.things.contains(String($0)) || isMessage($0) } ?? false
            }
        }
    }

    private static func isMessage(_ text: Substring) -> Bool { isCounted(text) || isQuoted(text) }

    /// `a Business Message`, `2 Business Messages`: bubbles have no text to quote.
    private static func isCounted(_ text: Substring) -> Bool {
        for ending in [" Business Message", " Business Messages"] where text.hasSuffix(ending) {
            let count = text.dropLast(ending.count)
            return count == "a" || !count.isEmpty && count.allSatisfy(\.isNumber)
        }
        return false
    }

    /// Whether the whole text is one quotation.
    ///
    /// Devices write typographic quotation marks. Straight ones are what people type, so they count only round several
    /// words: `Loved "Blue"` is more likely a customer who names a colour.
    private static func isQuoted(_ text: Substring) -> Bool {
        if text.count > 2, text.first == "\"", text.last == "\"" {
            let inside = text.dropFirst().dropLast()
            return !inside.contains("\"") && inside.contains(where: \.isWhitespace)
        }
        return [("“", "”"), ("„", "“"), ("«", "»")].contains { encloses(text, $0, $1) }
    }

    /// Whether the quotation that begins the text ends with it, and not before.
    private static func encloses(_ text: Substring, _ opening: Character, _ closing: Character) -> Bool {
        guard text.first == opening, text.last == closing, text.count > 2 else { return false }
        var depth = 0
        for character in text.dropLast() {
            if character == opening { depth += 1 }
            if character == closing { depth -= 1 }
            if depth == 0 { return false }
        }
        return true
    }
}
