import ChannelRules
import JSON
import Logging
import MessageModel

/// Writes the bubbles of interactive messages, with their texts within Apple's limits.
struct BubbleWriter: Sendable {
    let limits: AppleLimits
    let log: DeliveryLog

    /// ReceivedMessage Dictionary.
    func received(_ bubble: MessageBubble, _ images: ImageSet) -> JSONObject {
        var object: JSONObject = [
            "title": .string(text(bubble.title)), "subtitle": .string(text(bubble.note)),
            "style": .string(bubble.size.rawValue),
        ]
        object.set("imageIdentifier", images.identifier(of: bubble.image))
        return object
    }

    /// ReplyMessage Dictionary; devices replace the title with the choice.
    func reply(_ bubble: MessageBubble, _ images: ImageSet) -> JSONObject {
        var object: JSONObject = ["title": .string(text(bubble.reply)), "style": .string(bubble.size.rawValue)]
        object.set("imageIdentifier", images.identifier(of: bubble.image))
        return object
    }

    /// Returns the text within the limit. A longer text is cut at a word boundary.
    func text(_ text: String) -> String {
        guard text.count > limits.text else { return text }
        log.notice(
            "bubble text shortened",
            metadata: ["characters": "\(text.count)", "limit": "\(limits.text)"])
        return limits.shortened(text)
    }

    /// Returns an optional text within the limit.
    func value(_ text: String?) -> JSONValue? { text.map { .string(self.text($0)) } }

    /// Returns the text within the limit, on one line, as the answers of a quick reply require.
    func line(_ text: String) -> String {
        self.text(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
}

extension AppleLimits {
    /// Returns the text within the limit; a longer text is cut at a word boundary.
    func shortened(_ text: String) -> String {
        let limit = self.text
        guard text.count > limit else { return text }
        // A word that ends exactly at the limit stays.
        let room = text.prefix(limit)
        let cut = room.dropLast()
        let atWord = room.lastIndex { $0.isWhitespace }.map { cut[..<$0] } ?? cut
        return (atWord.count > limit / 2 ? atWord : cut).trimmedAtEnd + "…"
    }
}

extension Substring {
    fileprivate var trimmedAtEnd: Substring {
        self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]
    }
}
