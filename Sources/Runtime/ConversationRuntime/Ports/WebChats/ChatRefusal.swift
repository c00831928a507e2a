/// Why the web chat refuses a request. Nothing has changed then.
public struct ChatRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// The request is invalid.
        case malformed
        /// There is no session, or it has ended.
        case unknown
        case forbidden
        /// It does not exist, or the caller may not see it.
        case notFound
        /// Its id is already in use.
        case taken
        case tooLarge
        /// Its type is not supported.
        case unsupported
        /// There is no such choice.
        case unfitting
        /// The rate limit is exceeded.
        case tooOften(seconds: Int)
        /// There is not enough disk space.
        case noRoom
    }

    public var kind: Kind
    /// A sentence for the caller.
    public var description: String
    /// Details for operators, for the log.
    public var cause: String?

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
