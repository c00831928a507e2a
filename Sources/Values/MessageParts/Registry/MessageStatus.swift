/// The status of delivery of a message, in order.
public enum MessageStatus: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The message has been written; no attempt has been made to send it.
    case new
    /// The message is being sent to the server.
    case pending
    /// The server has received the message.
    case sent
    /// The recipient's device has received the message.
    case delivered
    /// The recipient has read the message.
    case read

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether `one` is an earlier status than `other`.
    public static func < (one: MessageStatus, other: MessageStatus) -> Bool { one.place < other.place }
}
