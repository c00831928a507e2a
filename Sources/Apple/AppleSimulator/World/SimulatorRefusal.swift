/// The reason why the simulator refuses an operation. Nothing has changed.
public struct SimulatorRefusal: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The request is invalid: 400.
        case invalid
        /// The named object does not exist: 404.
        case notFound
        /// The request conflicts with the current state: 409.
        case conflict
    }

    public let kind: Kind
    /// The error and the expected value, as a sentence.
    public let reason: String

    public var description: String { reason }

    static func invalid(_ reason: String) -> SimulatorRefusal { .init(kind: .invalid, reason: reason) }
    static func notFound(_ reason: String) -> SimulatorRefusal { .init(kind: .notFound, reason: reason) }
    static func conflict(_ reason: String) -> SimulatorRefusal { .init(kind: .conflict, reason: reason) }
}
