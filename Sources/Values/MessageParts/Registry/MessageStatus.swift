/// How far a message has come, each step after the one before.
public enum MessageStatus: String, Sendable, Hashable, CaseIterable, Comparable {
    /// It was written, and nobody has tried to send it.
    case new
    /// It is on its way to the server.
    case pending
    /// The server has it.
    case sent
    case delivered
    case read

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public static func < (one: MessageStatus, other: MessageStatus) -> Bool { one.place < other.place }
}
