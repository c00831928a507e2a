/// The reason why parts do not form a message, with its location.
public struct PartsProblem: Error, Hashable, CustomStringConvertible {
    /// The location, such as `parts[2].body`.
    public let place: String
    /// What is wrong, as a sentence without its full stop.
    public let reason: String

    /// A problem at a location.
    public init(at place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    init(part index: Int, _ reason: String) { self.init(at: "parts[\(index)]", reason) }

    /// The location and the reason on one line.
    public var description: String { "\(place): \(reason)" }
}
