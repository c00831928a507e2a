public import FlowModel

extension Action.Example {
    /// The outcome of a call that this example answers.
    public var outcome: ActionOutcome { problem.map { .failed($0) } ?? .gave(gives) }
}
