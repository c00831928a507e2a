/// Why the web chat does not do what it is asked for. Nothing has changed then.
public struct ChatRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// It is not as it has to be.
        case malformed
        /// There is no session, or it is over.
        case unknown
        case forbidden
        /// It is not there, or not for the one who asks.
        case notFound
        /// Something else has its id.
        case taken
        case tooLarge
        /// It is of a kind that is not taken.
        case unsupported
        /// There is nothing like this to be chosen.
        case unfitting
        /// It comes too often.
        case tooOften(seconds: Int)
        /// The disk is too full.
        case noRoom
    }

    public var kind: Kind
    /// A sentence for whoever asks.
    public var description: String
    /// What operators have to know of it, for the log.
    public var cause: String?

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
