/// Why the simulator does not do what it was asked to do. Nothing has changed.
public struct SimulatorRefusal: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// What was asked makes no sense: 400.
        case invalid
        /// What was named does not exist: 404.
        case notFound
        /// It does not go together with what is there: 409.
        case conflict
    }

    public let kind: Kind
    /// What is wrong and what would be right, as a sentence.
    public let reason: String

    public var description: String { reason }

    static func invalid(_ reason: String) -> SimulatorRefusal { .init(kind: .invalid, reason: reason) }
    static func notFound(_ reason: String) -> SimulatorRefusal { .init(kind: .notFound, reason: reason) }
    static func conflict(_ reason: String) -> SimulatorRefusal { .init(kind: .conflict, reason: reason) }
}
