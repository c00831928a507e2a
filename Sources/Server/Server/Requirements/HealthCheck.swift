/// The result of one check of `usher doctor`.
public struct HealthCheck: Sendable, Equatable {
    public enum Verdict: String, Sendable {
        case good
        /// It works, but an operator should look at it.
        case warning
        case bad
    }

    /// The subject of the check, in a word or two.
    public var subject: String
    public var verdict: Verdict
    public var finding: String
    /// What to do about it; `nil` when there is nothing to do.
    public var advice: String?

    public init(_ subject: String, _ verdict: Verdict, _ finding: String, advice: String? = nil) {
        self.subject = subject
        self.verdict = verdict
        self.finding = finding
        self.advice = advice
    }
}
