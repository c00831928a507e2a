/// A store that can be copied as of one moment, while others go on working.
public protocol CopyingStore: Sendable {
    /// - Parameter progress: told how much is copied, from 0 to 1.
    func copySessions(_ progress: @escaping @Sendable (Double) -> Void) async throws -> any SessionCopy
}

/// All sessions as they were at one moment.
public protocol SessionCopy: Sendable {
    /// How many wait for something: an answer, a call, a person, or a reminder.
    func waitingCount() async throws -> Int

    /// Those that wait, in the order of their numbers, behind `session`.
    func waiting(after session: SessionID?, limit: Int) async throws -> [CopiedSession]

    /// The last session of every page of `size` sessions but a page that is not full, in their order: so pages can be read at
    /// the same time.
    func pageEnds(every size: Int) async throws -> [SessionID]

    /// The copy is of no use any more.
    func remove()
}

public enum CopiedSession: Sendable {
    case session(StoredSession)
    /// One that cannot be read, with the reason.
    case unreadable(SessionID, String)

    public var id: SessionID {
        switch self {
        case .session(let stored): stored.id
        case .unreadable(let id, _): id
        }
    }
}
