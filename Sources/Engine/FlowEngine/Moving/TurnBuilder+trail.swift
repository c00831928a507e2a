import Expressions
import FlowModel
import MessageModel

/// The path of the conversation, for `back` and for taps on old bubbles.
extension TurnBuilder {
    /// Sets a name to a value, and records how to undo this when an old bubble leads back.
    mutating func remember(_ value: Value?, as name: String) {
        session.trail.note(name, held(by: name))
        hold(bounded(value), by: name)
    }

    /// Leaves the open question so that `back` can find it again. At the first question, `back` leads to that question
    /// itself.
    mutating func leaveQuestion(for destination: Destination) throws(EngineError) {
        if let open = session.open {
            if destination == .back, let form = open.form, goBackAPage(form, open) { return }
            if destination != .back {
                let undo = bot.oldTaps == .goBack ? Undo(turn: open.turn) : nil
                session.trail.leave(session.step, undo)
            } else if session.trail.isEmpty, session.frames.all.allSatisfy(\.trail.isEmpty), session.left.isEmpty {
                return try repeatQuestion()
            }
        }
        session.open = nil
        try go(to: destination)
    }

    /// Accepts the answer from an old bubble, and continues from its step as if nothing had happened since. Returns
    /// whether this is enabled and possible: it is not when an action that runs only once has been called since.
    ///
    /// The answer is read by its ids, as the newest version of the step would offer it now.
    mutating func goBack(to bubble: BubbleOrigin, with selection: Selection) throws(EngineError) -> Bool {
        guard bot.oldTaps == .goBack, let depth = depth(of: bubble.flow), bubble.turn >= session.began ?? 0,
            session.onceTurn ?? 0 <= bubble.turn, let id = selection.question,
            let reference = bot.reference(flow: bubble.flow, step: bubble.step), let question = question(at: reference)
        else { return false }
        var past = self
        past.giveUpRuns(above: depth)
        guard past.rewind(to: reference, askedIn: bubble.turn) else { return false }
        past.enter(reference)
        past.followEdits()
        let ids = { (asked: AskedQuestion) in [asked.id, id] }
        guard let asked = try? question.asked(by: &past),
            let value = asked.answer(to: selection, ids: ids(asked))
                ?? asked.day(chosenIn: selection, ids: ids(asked), today: bot.zone.date(at: now))
        else { return false }
        self = past
        let open = OpenQuestion(
            asked: asked, name: question.name, version: bot.version, earlierIDs: [], misfits: 0, silences: 0,
            silentAt: nil, turn: bubble.turn)
        session.open = open
        try accept(value, open)
        return true
    }

    /// Restores the state when a step asked its question, in that turn or soon after.
    private mutating func rewind(to step: StepReference, askedIn turn: Int) -> Bool {
        let place = session.trail.place(askedSince: turn) { bot.reference(flow: session.flow, step: $0) == step }
        guard let place else { return openStep == step }
        for passed in session.trail.all[place...].reversed() {
            guard let undo = passed.undo else { return false }
            for name in undo.filled { hold(nil, by: name) }
            for name in undo.replaced.names { hold(undo.replaced[name], by: name) }
            session.reminders.forget(setIn: session.flow, after: undo.turn)
        }
        session.trail.cut(at: place)
        session.interrupted.forget(in: session.flow, after: place)
        return true
    }
}
