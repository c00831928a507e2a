/// A store that can be copied at a point in time while other processes continue to work on it.
public protocol CopyingStore: Sendable {
    /// - Parameter progress: receives the fraction copied, from 0 to 1.
    func copySessions(_ progress: @escaping @Sendable (Double) -> Void) async throws -> any SessionCopy
}

/// All sessions at one point in time.
public protocol SessionCopy: Sendable {
    /// The number of sessions that wait for something: an answer, a call, a person, or a reminder.
    func waitingCount() async throws -> Int

    /// The waiting sessions after `session`, ordered by number.
    func waiting(after session: SessionID?, limit: Int) async throws -> [CopiedSession]

    /// The last session of every full page of `size` sessions, in order, so that pages can be read concurrently.
    func pageEnds(every size: Int) async throws -> [SessionID]

    /// Deletes the copy.
    func remove()
}

public enum CopiedSession: Sendable {
    case session(StoredSession)
    /// A session that cannot be read, with the reason.
    case unreadable(SessionID, String)

    public var id: SessionID {
        switch self {
        case .session(let stored): stored.id
        case .unreadable(let id, _): id
        }
    }
}
