public import Expressions

/// A rich message in its conversation: its sender, its time, and its delivery.
public struct SentMessage: Sendable, Hashable {
    /// A participant of a conversation.
    public struct Participant: Sendable, Hashable {
        /// The identity of the participant.
        public var id: String
        /// The display name; `nil` when it is not known.
        public var name: String?
        /// Whether the participant is a bot.
        public var isBot: Bool

        /// A participant with the given properties.
        public init(id: String, name: String? = nil, isBot: Bool = false) {
            self.id = id
            self.name = name
            self.isBot = isBot
        }
    }

    /// The message itself.
    public var message: RichMessage
    /// The participant who sent it.
    public var sender: Participant
    /// The time of sending.
    public var sentAt: Moment
    /// The delivery status per recipient, by identity; empty until the message has been sent.
    public var recipients: [String: MessageStatus]
    /// Whether it is being sent to the server; only relevant while `recipients` is empty.
    public var isPending: Bool

    /// A message with its sender, time and delivery status.
    public init(
        _ message: RichMessage, from sender: Participant, at sentAt: Moment, recipients: [String: MessageStatus] = [:],
        isPending: Bool = false
    ) {
        self.message = message
        self.sender = sender
        self.sentAt = sentAt
        self.recipients = recipients
        self.isPending = isPending
    }

    /// The furthest status that it has reached with any recipient.
    public var status: MessageStatus {
        others.values.max() ?? (recipients.isEmpty ? (isPending ? .pending : .new) : .sent)
    }

    private var others: [String: MessageStatus] { recipients.filter { $0.key != sender.id } }

    /// The status in the reader's language; with several recipients, including their number.
    public func statusWords(_ words: MessageWords = .english) -> String {
        let status = status
        let some = others.values.count { $0 >= status }
        return words.status(status, of: others.count, by: some)
    }

    /// The text of the notification; `nil` for messages that cause none.
    public func notification(_ words: MessageWords = .english) -> String? {
        message.notification(from: sender.name, in: words)
    }
}
