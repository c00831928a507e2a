public import FlowModel

/// A step that a conversation came by, or a way out of it that was taken: what a report of untried ways is made of.
public struct Passage: Sendable, Hashable {
    public var step: StepReference
    /// `nil` is coming to the step.
    public var way: StepWay?

    public init(_ step: StepReference, _ way: StepWay? = nil) {
        self.step = step
        self.way = way
    }
}

extension Run {
    /// Notes that a way out of the step is taken in which the session stands.
    mutating func pass(_ way: StepWay) {
        if let step = openStep { passages.append(Passage(step, way)) }
        if let kind = StepMark.Kind(way) { mark(kind) }
    }
}
