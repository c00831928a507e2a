/// The words with which devices set to one language begin a tapback, as recorded by programs that parse them.
///
/// Apple publishes no list. In a language without an entry here, only emoji reactions are recognised, by the quotation
/// that follows them.
struct TapbackWords {
    let openings: [Opening]
    /// The names of messages that have no text to quote.
    let things: Set<String>

    /// Pairs of quotation marks in all languages.
    static let marks: [(Character, Character)] = [
        ("“", "”"), ("„", "“"), ("„", "”"), ("”", "”"), ("«", "»"), ("»", "«"), ("‘", "'"), ("「", "」"), ("\"", "\""),
    ]

    private static let longestOpening = 40

    /// Returns the quotation after a few words with an emoji, such as `Ha reagito con 👍 a “A domani”`.
    static func quotedBehindEmoji(in text: String) -> Substring? {
        guard let start = text.firstIndex(where: { mark in marks.contains { $0.0 == mark } }) else { return nil }
        let opening = text[..<start]
        guard opening.count <= longestOpening, opening.last?.isWhitespace ?? false, opening.contains(where: \.isEmoji)
        else { return nil }
        return text[start...]
    }

    static let all = [english, german, french, spanish]

    private static let english = TapbackWords(
        openings: [
            "Liked", "Loved", "Disliked", "Laughed at", "Emphasized", "Emphasised", "Questioned",
            "Reacted {} to", "Reacted with a sticker to", "Removed {} from", "Removed a heart from",
            "Removed a like from", "Removed a dislike from", "Removed a laugh from", "Removed an exclamation from",
            "Removed a question mark from",
        ],
        things: [
            "an image", "a photo", "a movie", "a video", "an audio message", "an attachment", "a sticker", "a link",
        ])

    private static let german = TapbackWords(openings: ["Gefällt", "Gefällt nicht"], things: [])

    private static let french = TapbackWords(
        openings: [
            "A aimé", "A adoré", "N'a pas aimé", "A ri de", "A mis en évidence", "A souligné",
            "A posé une question sur", "A réagi avec {} à", "A réagi {} à", "A retiré {} de",
            "A retiré la réaction {} à",
        ],
        things: ["une image"])

    private static let spanish = TapbackWords(
        openings: [
            "Le gustó", "Le encantó", "No le gustó", "Le dio risa", "Se rió de", "Exclamó por", "Enfatizó", "Destacó",
            "Dudó sobre", "Reaccionó con {} a",
        ],
        things: ["una imagen"])
}

extension TapbackWords {
    /// Fixed words, in some of which `{}` stands for an emoji.
    struct Opening: ExpressibleByStringLiteral {
        private let before: String
        private let after: String?

        init(stringLiteral words: String) {
            let parts = words.split(separator: "{}", maxSplits: 1).map(String.init)
            before = parts.count == 2 ? parts[0] : words + " "
            after = parts.count == 2 ? parts[1] + " " : nil
        }

        /// Returns the rest of a text that begins with these words.
        func rest(of text: String) -> Substring? {
            guard text.hasPrefix(before) else { return nil }
            let rest = text.dropFirst(before.count)
            guard let after else { return rest }
            guard let emoji = rest.first, emoji.isEmoji, rest.dropFirst().hasPrefix(after) else { return nil }
            return rest.dropFirst(1 + after.count)
        }
    }
}

extension Character {
    /// Unicode counts digits and `#` as emoji, but they are not reactions.
    fileprivate var isEmoji: Bool { unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0xFF } }
}
