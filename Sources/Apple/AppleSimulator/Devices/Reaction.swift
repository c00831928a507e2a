/// A tapback. It has no type of its own on the wire: it is a text that describes the reaction.
///
/// Source: Apple, MSP REST API, Integration, on tapbacks; the words are those of the device's language as recorded by
/// programs.
public enum Reaction: Sendable, Hashable {
    case loved, liked, disliked, laughed, emphasized, questioned
    case emoji(String)

    /// Parses `liked` and the other words, or an emoji; `nil` for other words.
    public init?(_ text: String) {
        switch text {
        case "loved": self = .loved
        case "liked": self = .liked
        case "disliked": self = .disliked
        case "laughed": self = .laughed
        case "emphasized": self = .emphasized
        case "questioned": self = .questioned
        default:
            guard text.count == 1, text.unicodeScalars.contains(where: { $0.properties.isEmoji && $0.value > 0xFF })
            else { return nil }
            self = .emoji(text)
        }
    }

    /// Returns the text that a device sends for a reaction to `entry`.
    ///
    /// - Parameter locale: the device's locale, such as `de_DE`.
    func text(to entry: TranscriptEntry, in locale: String?) -> String {
        let language = ReactionLanguage(locale, knowing: self)
        return "\(language.words(for: self)) \(language.name(of: entry))"
    }
}
