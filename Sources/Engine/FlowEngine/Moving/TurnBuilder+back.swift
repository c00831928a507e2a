import Expressions
import FlowModel

/// The way of `back`: to the previous question, whichever flow has asked it.
extension TurnBuilder {
    /// Returns to the previous question, whose answer is discarded. `nil` when there is none; then nothing has changed.
    mutating func goBack() -> StepReference? {
        var past = self
        guard let question = past.lastQuestion() else {
            // An earlier edition of the rules left nested flows even then.
            if !event.readsFreely { self = past }
            return nil
        }
        self = past
        if event.readsFreely { session.interrupted.forgetLast(flow: session.flow, step: bot.step(question).name) }
        return question
    }

    /// The question that is open, where `back` must not lead to those before it.
    var questionWithoutPast: StepReference? {
        guard event.readsFreely, !session.trail.isEmpty, let here = openStep, question(at: here) != nil else {
            return nil
        }
        return here
    }

    /// The previous question of the flow, else of the flow that runs it, else of the flow that was left for this one.
    private mutating func lastQuestion() -> StepReference? {
        while session.trail.isEmpty, !session.frames.isEmpty { giveUpRuns(above: session.frames.depth - 1) }
        while let passed = session.trail.back() {
            guard let reference = bot.reference(flow: session.flow, step: passed.step) else { continue }
            if let inside = passed.inside {
                guard event.readsFreely, case .run(let run) = bot.step(reference).thing else { continue }
                enter(inside, runBy: reference, run)
                return lastQuestion()
            }
            if let question = question(at: reference) {
                // What has been paid is not asked for again.
                if event.readsFreely, question.takesPayment, isPaid(question.name) { return nil }
                session.answers[question.name] = nil
            }
            return reference
        }
        if !session.frames.isEmpty { return lastQuestion() }
        guard event.readsFreely, let left = session.left.takeLast() else { return nil }
        keepAnswersOfReminders()
        session.flow = left.flow
        session.step = left.step
        session.answers = left.answers
        session.trail = left.trail
        session.frames = left.frames
        session.retries = Retries()
        followEdits(always: true)
        return lastQuestion()
    }

    private func isPaid(_ name: String) -> Bool {
        guard case .record(let fields)? = session.answers[name] else { return false }
        return fields["problem"] == nil
    }

    /// Continues in a nested flow that has ended, as it was then.
    private mutating func enter(_ inside: LeftFlow, runBy reference: StepReference, _ run: RunFlow) {
        session.answers[run.name] = nil
        session.frames.push(
            Frame(
                flow: session.flow, step: bot.step(reference).name, answers: session.answers, trail: session.trail,
                retries: session.retries, version: bot.version))
        session.flow = inside.flow
        session.step = inside.step
        session.answers = inside.answers
        session.trail = inside.trail
        session.retries = Retries()
        followEdits(always: true)
    }

    // What `back` needs of flows that are left.

    /// Stores the state of a flow that is left for another one, if it has asked something.
    mutating func keepLeft() {
        guard !session.trail.isEmpty || session.frames.all.contains(where: { !$0.trail.isEmpty }) else { return }
        session.left.add(
            LeftFlow(
                flow: session.flow, step: session.step, answers: session.answers, trail: session.trail,
                frames: session.frames))
    }

    /// The nested flow at its end, if it has asked something; `nil` when `back` passes over it.
    var endedFlow: LeftFlow? {
        guard event.readsFreely, !session.trail.isEmpty else { return nil }
        return LeftFlow(flow: session.flow, step: session.step, answers: session.answers, trail: session.trail)
    }

    /// Records that a nested flow has ended at the step that runs it.
    mutating func keepEnded(_ flow: LeftFlow?) {
        guard let flow else { return }
        session.trail.leave(session.step, bot.oldTaps == .goBack ? Undo(turn: session.turn) : nil, inside: flow)
    }
}
