public import Expressions

/// A notice to servers of a change made by another process. Applying it twice is harmless.
public struct Notice: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The session, or its pending messages, differ from what a server has cached.
        case changed(SessionID)
        /// The event of a dead letter is to be answered again. The notice stays until that has been done.
        case again(DeadLetterID, DeadLetter)
    }

    /// Later notices have higher numbers.
    public var id: Int64
    public var kind: Kind

    public init(id: Int64, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}

extension SessionStore {
    public func notices(after notice: Int64?, limit: Int) async throws -> [Notice] { [] }
    public func forgetNotices(before moment: Moment, limit: Int) async throws -> Int { 0 }
}
