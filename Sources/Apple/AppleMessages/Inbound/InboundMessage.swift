import Channels
import Expressions
import JSON
import MessageModel

/// The content of a posted message, and the part that it is missing.
struct InboundMessage {
    let content: Arrival.Content
    let missing: MissingPart?

    private static let longestText = 10_000
    private static let longestPlace = 64 * 1024

    private init(_ content: Arrival.Content, missing: MissingPart? = nil) {
        self.content = content
        self.missing = missing
    }

    /// - Parameter id: the id of the message.
    init(_ message: JSONValue, id: String) throws(WebhookRefusal) {
        guard let word = message["type"]?.string else { throw .malformed("`type` is missing") }
        switch InboundType(rawValue: word) {
        case .text: self = try Self.text(message, id)
        case .interactive: self = try Self.reply(message)
        case .typingStart: self.init(.passing("the customer is typing"))
        case .typingEnd: self.init(.passing("the customer stopped typing"))
        case .close: self.init(.closed)
        case nil: self.init(.passing("messages of type `\(word.prefix(40))`"))
        }
    }

    /// Parses the data of a reply; if there is also a reference, the data takes precedence.
    private static func reply(_ message: JSONValue) throws(WebhookRefusal) -> InboundMessage {
        guard let interactive = message.member("interactiveData") else {
            guard let reference = message.member("interactiveDataRef") else {
                throw .malformed("an interactive message has no `interactiveData`")
            }
            let bid = reference.text("bid", limit: ReplyLimits.title) ?? Apple.bid
            return InboundMessage(
                .heard(.unreadable(UnreadableReply())),
                missing: .reply(FileToFetch(reference: reference), bid: bid))
        }
        guard interactive.object != nil else { throw .malformed("`interactiveData` is not an object") }
        return InboundMessage(InteractiveReply(interactive).content)
    }

    /// Parses a text in which attachments are marked by U+FFFC (MSP REST API, Incoming Messages).
    private static func text(_ message: JSONValue, _ id: String) throws(WebhookRefusal) -> InboundMessage {
        guard let body = message["body"]?.string ?? (message["attachments"]?.array == nil ? nil : "") else {
            throw .malformed("a text has no `body`")
        }
        let said = String(words(of: body).prefix(longestText))
        let files = Attachments.files(of: message, id: id)
        guard files.isEmpty else { return self.files(files, said) }
        switch Tapback(said) {
        case .certain: return InboundMessage(.passing("a tapback"))
        case .quoting(let quoted): return InboundMessage(.reaction(words: said, quoting: quoted))
        case nil: return InboundMessage(.heard(.text(said)))
        }
    }

    private static func files(_ files: [HeardFile], _ said: String) -> InboundMessage {
        let words = said.allSatisfy(\.isWhitespace) ? "" : said
        let whole = InboundMessage(.heard(.files(files, text: words)))
        guard files.count == 1, files[0].file.isPlace else { return whole }
        if words.contains("://"), let place = PlaceValue(typed: words) { return InboundMessage(.heard(.place(place))) }
        let size = files[0].file.size
        guard let source = files[0].source, size <= longestPlace || size == .max else { return whole }
        return InboundMessage(
            whole.content, missing: .place(FileToFetch(attachment: source, size: size)))
    }

    /// Returns a text without the markers of its attachments.
    static func words(of body: String) -> String {
        var words = String.UnicodeScalarView()
        words.append(contentsOf: body.unicodeScalars.lazy.filter { $0 != "\u{FFFC}" })
        return String(words)
    }
}

extension FileReference {
    /// Whether the file is a place as devices share it: a vCard with a media type of its own.
    fileprivate var isPlace: Bool {
        kind.lowercased().hasPrefix("text/x-vlocation") || name.lowercased().hasSuffix(".loc.vcf")
    }
}
