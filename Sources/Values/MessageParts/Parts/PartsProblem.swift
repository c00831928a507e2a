/// Why parts are no message: where, and what is wrong there.
public struct PartsProblem: Error, Hashable, CustomStringConvertible {
    /// Such as `parts[2].body`.
    public let place: String
    /// A sentence without its full stop.
    public let reason: String

    public init(at place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    init(part index: Int, _ reason: String) { self.init(at: "parts[\(index)]", reason) }

    public var description: String { "\(place): \(reason)" }
}
