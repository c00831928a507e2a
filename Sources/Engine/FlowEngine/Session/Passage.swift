public import FlowModel

/// A step that a conversation visited, or a branch that it took: the basis of coverage reports.
public struct Passage: Sendable, Hashable {
    public var step: StepReference
    /// `nil` is a visit of the step.
    public var way: StepWay?

    public init(_ step: StepReference, _ way: StepWay? = nil) {
        self.step = step
        self.way = way
    }
}
