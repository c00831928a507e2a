import Channels
import JSON
import MessageModel

/// Tells what a posted message is.
enum InboundMessage {
    private static let longestText = 10_000

    /// - Parameter id: of the message.
    static func content(of message: JSONValue, id: String) throws(WebhookRefusal) -> Arrival.Content {
        guard let word = message["type"]?.string else { throw .malformed("`type` is missing") }
        guard let type = InboundType(rawValue: word) else { return .passing("messages of type `\(word.prefix(40))`") }
        switch type {
        case .text: return try text(message, id)
        case .interactive: return try InteractiveReply.content(of: message)
        case .typingStart: return .passing("the customer types")
        case .typingEnd: return .passing("the customer stopped typing")
        case .close: return .closed
        }
    }

    /// A text, its attachments marked by U+FFFC (MSP REST API, Incoming Messages).
    private static func text(_ message: JSONValue, _ id: String) throws(WebhookRefusal) -> Arrival.Content {
        guard let body = message["body"]?.string ?? (message["attachments"]?.array == nil ? nil : "") else {
            throw .malformed("a text has no `body`")
        }
        if Tapback.isTapback(body) { return .passing("a tapback") }
        var words = String.UnicodeScalarView()
        words.append(contentsOf: body.unicodeScalars.lazy.filter { $0 != "\u{FFFC}" })
        let said = String(String(words).prefix(longestText))
        let files = Attachments.files(of: message, id: id)
        return .heard(files.isEmpty ? .text(said) : .files(files, text: said.allSatisfy(\.isWhitespace) ? "" : said))
    }
}
