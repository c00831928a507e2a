/// The ways in which the meaning of a flow is changed. Unlike a slip, a mutation leaves a flow that an author might have
/// meant to write.
public enum MutationKind: String, CaseIterable, Sendable {
    case answerElsewhere = "an answer leads elsewhere"
    case exitDropped = "an exit is dropped"
    case boundShifted = "a bound is shifted"
    case conditionTurned = "a condition is turned"
    case failureUnhandled = "a failure is not handled"
}
