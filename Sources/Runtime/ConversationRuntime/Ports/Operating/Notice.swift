/// What somebody beside the server has done, for the server to act on.
public struct Notice: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The session, or what waits in it, is no longer what the server remembers.
        case changed(SessionID)
        /// The event of a dead letter is to be answered once more.
        case again(LetterID, DeadLetter)
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
