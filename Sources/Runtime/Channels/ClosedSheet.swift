/// What a device says after its pay sheet has closed.
///
/// It is a hint and no proof: whoever took the money knows whether there is any.
public struct ClosedSheet: Sendable, Hashable {
    public enum Ending: String, Sendable {
        case paid, declined, cancelled
        /// The device did not say it in a way that anybody knows.
        case unknown
    }

    /// The request identifier of the question; `nil` when it did not come back.
    public var question: String?
    public var ending: Ending

    public init(question: String?, ending: Ending) {
        self.question = question
        self.ending = ending
    }
}
