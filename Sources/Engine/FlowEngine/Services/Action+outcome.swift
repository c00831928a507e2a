public import FlowModel

extension Action.Example {
    /// What a call comes to when this example answers it.
    public var outcome: ActionOutcome { problem.map { .failed($0) } ?? .gave(gives) }
}
