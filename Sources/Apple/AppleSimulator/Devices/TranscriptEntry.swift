public import Expressions
public import JSON

/// One thing that happened in a conversation, as one device has seen it.
public struct TranscriptEntry: Sendable {
    /// Counts from 1 on every device; nothing that comes later has a smaller number.
    public let number: Int
    public let at: Moment
    public let content: Content
    /// The id of the message on the wire.
    public let messageID: String
    /// The files that came with it or were sent with it, in their order.
    public let files: [TranscriptFile]
    /// The message as it was sent, in JSON.
    public let payload: [UInt8]
    /// Why the device could not show it and the customer never saw it; `nil` when it was shown.
    public let lost: String?
    /// Whether the customer has answered the bubble on this device.
    public internal(set) var isAnswered = false
    /// Whether the business took what the customer sent; `nil` while that is open, and for what was received.
    public internal(set) var isDelivered: Bool?

    /// What ties the answers to one bubble together; made at the first.
    var session: String?

    public enum Content: Sendable {
        case received(MessageContent)
        case sent(Sent)
    }

    /// What a customer sends.
    public enum Sent: Sendable {
        case text(String)
        /// An answer to a bubble.
        case choice(request: String, [Option])
        /// What was filled in on the pages of a form, as it went out.
        case form(request: String, JSONValue)
        /// How a sign-in ended.
        case signIn(request: String, JSONValue)
        /// How a payment ended: `paid`, `failed` or `cancelled`.
        case payment(request: String, status: String)
        /// What an iMessage app says.
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

    /// The bubble, when this is one.
    public var interactive: InteractiveMessage? {
        if case .received(.interactive(let message)) = content { message } else { nil }
    }

    /// Whether it is something that the customer can answer.
    var isBubble: Bool { interactive != nil || app != nil }

    /// The bubble of an iMessage app, when this is one.
    public var app: AppMessage? {
        if case .received(.app(let message)) = content { message } else { nil }
    }

    /// The word for what this is: `text`, `quick-reply`, `list-picker`, `time-picker`, `form`, `payment`, `app`,
    /// `rich-link`, `choice`, `typing-start`, `typing-end`, `close`.
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
