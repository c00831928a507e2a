import FlowModel

/// What a turn passes on its way, for coverage reports, statistics and operators; no step depends on it.
struct TurnTrace {
    private(set) var passages: [Passage] = []
    private(set) var marks: [StepMark] = []
    /// The first reason why a step could not be performed as it is written.
    private(set) var obstacle: String?

    /// Records a visit of a step.
    mutating func visit(_ step: StepReference) { passages.append(Passage(step)) }

    /// Records that a branch of a step is taken.
    mutating func pass(_ step: StepReference, _ way: StepWay) { passages.append(Passage(step, way)) }

    mutating func mark(_ kind: StepMark.Kind, flow: String, step: String) {
        marks.append(StepMark(kind, flow: flow, step: step))
    }

    /// Records why a step could not be performed.
    mutating func note(_ reason: String) { obstacle = obstacle ?? reason }
}

extension TurnBuilder {
    /// Records an event at the session's current step.
    mutating func mark(_ kind: StepMark.Kind) { trace.mark(kind, flow: session.flow, step: session.step) }

    mutating func markEntered(_ reference: StepReference) {
        let flow = bot.flows[reference.flow]
        trace.mark(.entered, flow: flow.name, step: flow.steps[reference.step].name)
    }

    /// Records that a branch of the session's current step is taken.
    mutating func pass(_ way: StepWay) {
        if let step = openStep { trace.pass(step, way) }
        if let kind = StepMark.Kind(way) { mark(kind) }
    }
}
