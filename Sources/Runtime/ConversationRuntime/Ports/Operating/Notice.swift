/// A notice to the server of a change made by another process.
public struct Notice: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The session, or its pending messages, differ from what the server has cached.
        case changed(SessionID)
        /// The event of a dead letter is to be answered again.
        case again(DeadLetterID, DeadLetter)
    }

    public var id: Int64
    public var kind: Kind

    public init(id: Int64, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}

extension SessionStore {
    public func notices(limit: Int) async throws -> [Notice] { [] }
    public func forget(_ notices: [Notice]) async throws {}
}
