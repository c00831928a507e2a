public import Expressions

/// A rich message in its conversation: who has sent it, when, and how far it has come.
public struct SentMessage: Sendable, Hashable {
    /// Somebody who takes part.
    public struct Participant: Sendable, Hashable {
        public var id: String
        /// What others call them; `nil` when nobody knows.
        public var name: String?
        public var isBot: Bool

        public init(id: String, name: String? = nil, isBot: Bool = false) {
            self.id = id
            self.name = name
            self.isBot = isBot
        }
    }

    public var message: RichMessage
    public var sender: Participant
    public var sentAt: Moment
    /// How far it has come with each of the others, by their ids; nobody is here while it is not sent.
    public var recipients: [String: MessageStatus]
    /// Whether it is on its way to the server; counts only while nobody has it.
    public var isPending: Bool

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

    /// The furthest that it has come with anybody but its sender.
    public var status: MessageStatus {
        others.values.max() ?? (recipients.isEmpty ? (isPending ? .pending : .new) : .sent)
    }

    private var others: [String: MessageStatus] { recipients.filter { $0.key != sender.id } }

    /// How far it has come, in the reader's words; of several others, with how many.
    public func statusWords(_ words: MessageWords = .english) -> String {
        let status = status
        let some = others.values.count { $0 >= status }
        return words.status(status, of: others.count, by: some)
    }

    /// What people who are not looking are told; `nil` when they are not.
    public func notification(_ words: MessageWords = .english) -> String? {
        message.notification(from: sender.name, in: words)
    }
}
