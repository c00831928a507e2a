public import Expressions
public import JSON

/// An event in a conversation, as one device has seen it.
public struct TranscriptEntry: Sendable {
    /// The number of the entry, starting at 1 on each device and increasing.
    public let number: Int
    public let at: Moment
    public let content: Content
    /// The id of the message on the wire.
    public let messageID: String
    /// The files received or sent with it, in order.
    public let files: [TranscriptFile]
    /// The message as it was sent, in JSON.
    public let payload: [UInt8]
    /// Why the device could not show it to the customer; `nil` when it was shown.
    public let lost: String?
    /// Whether the customer has answered the bubble on this device.
    public internal(set) var isAnswered = false
    /// Whether the business accepted the customer's message; `nil` while that is open, and for received messages.
    public internal(set) var isDelivered: Bool?

    /// The session that connects the answers to one bubble; assigned with the first.
    var session: String?

    public enum Content: Sendable {
        case received(MessageContent)
        case sent(Sent)
    }

    /// The kinds of messages that a customer sends.
    public enum Sent: Sendable {
        case text(String)
        /// An answer to a bubble.
        case choice(request: String, [Option])
        /// The answers on the pages of a form, as they were sent.
        case form(request: String, JSONValue)
        /// The result of a sign-in.
        case signIn(request: String, JSONValue)
        /// The result of a payment: `paid`, `failed` or `cancelled`.
        case payment(request: String, status: String)
        /// The data of an iMessage app.
        case app(session: String, url: String)
        case typingStart
        case typingEnd
        case close
    }
}

extension TranscriptEntry {
    public var isReceived: Bool {
        if case .received = content { true } else { false }
    }

    /// The bubble, if the entry is one.
    public var interactive: InteractiveMessage? {
        if case .received(.interactive(let message)) = content { message } else { nil }
    }

    /// Whether the customer can answer it.
    var isBubble: Bool { interactive != nil || app != nil }

    /// The bubble of an iMessage app, if the entry is one.
    public var app: AppMessage? {
        if case .received(.app(let message)) = content { message } else { nil }
    }

    /// The word for the kind of entry: `text`, `quick-reply`, `list-picker`, `time-picker`, `form`, `authentication`,
    /// `payment`, `app`, `rich-link`, `choice`, `typing-start`, `typing-end`, `close`.
    public var kind: String {
        switch content {
        case .received(.text), .sent(.text): "text"
        case .received(.interactive(let message)): type(of: message.feature).kind
        case .received(.richLink): "rich-link"
        case .received(.app), .sent(.app): "app"
        case .sent(.form): "form"
        case .received(.typingStart), .sent(.typingStart): "typing-start"
        case .received(.typingEnd), .sent(.typingEnd): "typing-end"
        case .sent(.choice): "choice"
        case .sent(.signIn): "authentication"
        case .sent(.payment): "payment"
        case .sent(.close): "close"
        }
    }
}
