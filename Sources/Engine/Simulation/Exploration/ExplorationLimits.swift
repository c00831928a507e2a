/// The bounds of an exploration. What lies beyond them is reported as not reached.
public struct ExplorationLimits: Sendable, Hashable {
    /// States in each scene.
    public var states = 20_000
    /// Moves in a row: no conversation is longer.
    public var depth = 120
    /// The combinations of outcomes that are tried where one move leads to several calls.
    var outcomes = 24
    /// Answers of one question that are tried; longer lists come from calls, and their answers lead to one destination.
    var answers = 24

    /// Whether only answers, silence, people and events are tried, and words that work anywhere only at the first question.
    var isPlain = false

    /// The bounds that `usher explore` has by default.
    public init() {}

    /// The bounds of `usher test`, which checks properties each time.
    public static var ofTests: ExplorationLimits {
        var limits = ExplorationLimits()
        limits.states = 300
        return limits
    }
}
