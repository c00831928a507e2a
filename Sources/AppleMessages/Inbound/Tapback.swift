import Foundation

/// Recognises tapbacks: Apple has no type for them, they come as texts such as `Liked “See you then”`. They react to a
/// message and never answer a question.
enum Tapback {
    private static let verbs = [
        "Liked", "Loved", "Disliked", "Laughed at", "Emphasized", "Emphasised", "Questioned",
    ]
    private static let things = ["an image", "a movie", "an audio message", "an attachment", "a Business Message"]

    static func isTapback(_ text: String) -> Bool {
        guard let rest = afterVerb(text) else { return false }
        if things.contains(String(rest)) || rest.hasSuffix(" Business Message") || rest.hasSuffix(" Business Messages")
        {
            return true
        }
        guard let first = rest.first, let last = rest.last, rest.count >= 2 else { return false }
        return first == "“" && last == "”" || first == "\"" && last == "\""
    }

    /// What follows `Liked`, `Reacted 🎉 to` or `Removed a heart from`.
    private static func afterVerb(_ text: String) -> Substring? {
        for verb in verbs where text.hasPrefix(verb + " ") { return text.dropFirst(verb.count + 1) }
        if text.hasPrefix("Reacted "), let to = text.range(of: " to ") { return text[to.upperBound...] }
        if text.hasPrefix("Removed a"), let from = text.range(of: " from ") { return text[from.upperBound...] }
        return nil
    }
}
