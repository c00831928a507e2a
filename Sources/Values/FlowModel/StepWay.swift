/// A way out of a step that has its own destination, for reports of what nobody has tried.
public enum StepWay: Sendable, Hashable {
    /// An answer, by its place among the answers of the question.
    case answer(Int)
    /// A line of `when`, by its place.
    case line(Int)
    case otherwise
    /// The queue of people is closed.
    case away
    case silent, other, failed, cancelled, unable
}
