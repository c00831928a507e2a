/// The device's report that its pay sheet has closed.
///
/// It is a hint, not proof: only the payment processor knows whether the payment succeeded.
public struct ClosedSheet: Sendable, Hashable {
    public enum Ending: String, Sendable {
        case paid, declined, cancelled
        /// The device reported an ending that we do not recognise.
        case unknown
    }

    /// The request identifier of the question; `nil` when the device did not return it.
    public var question: String?
    public var ending: Ending

    public init(question: String?, ending: Ending) {
        self.question = question
        self.ending = ending
    }
}
