import Expressions
import FlowModel

/// Nested flows: each has its own names and its own return path.
extension TurnBuilder {
    /// Starts a nested flow; the current flow waits. Takes the exit for failures when the nesting is too deep, and
    /// throws when an input is empty.
    mutating func begin(_ run: RunFlow, _ step: Step) throws(EmptyName) -> Destination {
        remember(nil, as: run.name)
        guard session.frames.depth + 1 < engine.limits.flows else { return fail(step) }
        let flow = bot.flows[run.flow]
        var inputs = Fields()
        var privateInputs: [String] = []
        for input in run.inputs {
            let given = try value(of: input.value)
            if isPrivate(input.value) || given?.isMarked ?? false { privateInputs.append(input.name) }
            inputs[input.name] = bounded(given?.withoutMarks.handed(to: input.type, in: bot.zone))
        }
        for need in flow.needs where !need.isOptional && inputs[need.name] == nil { throw EmptyName(Name([need.name])) }
        session.frames.push(
            Frame(
                flow: session.flow, step: session.step, answers: session.answers, trail: session.trail,
                retries: session.retries, version: bot.version))
        session.flow = flow.name
        session.answers = inputs
        for name in privateInputs { keepPrivate(name) }
        session.trail = Trail()
        session.retries = Retries()
        return .step(StepReference(flow: run.flow, step: flow.start))
    }

    /// Ends a flow: the flow that runs it continues with its results; otherwise the conversation ends.
    mutating func endFlow() -> Destination? {
        guard !session.frames.isEmpty else {
            end()
            return nil
        }
        let results = try? results()
        let ended = endedFlow
        giveUpRuns(above: session.frames.depth - 1)
        guard let step = openStep.map(bot.step), case .run(let run) = step.thing else {
            sayOldTap()
            return .step(bot.start(of: session.flow) ?? bot.start)
        }
        keepEnded(ended)
        guard let results else { return fail(step) }
        remember(.record(results.fields), as: run.name)
        for name in results.privateNames { keepPrivate("\(run.name).\(name)") }
        session.retries.forget(step.name)
        return run.then
    }

    /// The results of the flow that has ended.
    private func results() throws(EmptyName) -> (fields: Fields, privateNames: [String]) {
        var fields = Fields()
        var privateNames: [String] = []
        guard let start = bot.start(of: session.flow) else { return (fields, privateNames) }
        for given in bot.flows[start.flow].gives {
            let value = try value(of: given.value)
            if isPrivate(given.value) || value?.isMarked ?? false { privateNames.append(given.name) }
            fields[given.name] = bounded(value?.withoutMarks)
        }
        return (fields, privateNames)
    }

    /// Returns to a waiting flow, at the step that runs the nested one; all flows nested in it are abandoned.
    ///
    /// - Parameter depth: the nesting depth of that flow, which is the number of flows that wait for it.
    mutating func giveUpRuns(above depth: Int) {
        guard depth < session.frames.depth else { return }
        keepAnswersOfReminders(above: depth)
        let frame = session.frames.pop(to: depth)
        session.interrupted.forget(deeperThan: depth)
        session.flow = frame.flow
        session.step = frame.step
        session.answers = frame.answers
        session.trail = frame.trail
        session.retries = frame.retries
        session.open = nil
        session.call = nil
        if frame.version != bot.version { followEdits(always: true) }
    }

    /// How many flows wait for the innermost one of this name; `nil` when it is not open.
    func depth(of flow: String) -> Int? {
        session.flow == flow ? session.frames.depth : session.frames.depth(of: flow)
    }

    /// Stores the state of interrupted questions in their interruptions, because their flows are left for good.
    mutating func keepInterrupted() {
        session.interrupted.keep(session.answers, session.frames)
        session.frames = FlowStack()
    }
}
