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
        case .interactive: return try reply(message)
        case .typingStart: return .passing("the customer types")
        case .typingEnd: return .passing("the customer stopped typing")
        case .close: return .closed
        }
    }

    /// The data of a reply; where a reference stands beside it, the data itself counts.
    private static func reply(_ message: JSONValue) throws(WebhookRefusal) -> Arrival.Content {
        guard let interactive = message.member("interactiveData") else {
            if message.member("interactiveDataRef") != nil { return .passing("a reply by reference") }
            throw .malformed("an interactive message has no `interactiveData`")
        }
        guard interactive.object != nil else { throw .malformed("`interactiveData` is not an object") }
        return InteractiveReply(interactive).content
    }

    /// A text, its attachments marked by U+FFFC (MSP REST API, Incoming Messages).
    private static func text(_ message: JSONValue, _ id: String) throws(WebhookRefusal) -> Arrival.Content {
        guard let body = message["body"]?.string ?? (message["attachments"]?.array == nil ? nil : "") else {
            throw .malformed("a text has no `body`")
        }
        if Tapback.isTapback(body) { return .passing("a tapback") }
        let said = String(words(of: body).prefix(longestText))
        let files = Attachments.files(of: message, id: id)
        return .heard(files.isEmpty ? .text(said) : .files(files, text: said.allSatisfy(\.isWhitespace) ? "" : said))
    }

    /// A text without the marks of its attachments.
    static func words(of body: String) -> String {
        var words = String.UnicodeScalarView()
        words.append(contentsOf: body.unicodeScalars.lazy.filter { $0 != "\u{FFFC}" })
        return String(words)
    }
}
