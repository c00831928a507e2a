/// A branch of a step with its own destination, for reports on untested branches.
public enum StepWay: Sendable, Hashable {
    /// An answer, by its index among the answers of the question.
    case answer(Int)
    /// A line of `when`, by index.
    case line(Int)
    case otherwise
    /// The queue is closed.
    case away
    /// No agent has answered.
    case unanswered
    case silent, other, failed, cancelled, unable
    /// The question has nothing to offer.
    case empty
    /// An event from outside, by its name.
    case event(String)
}
