import Expressions
import FlowModel
import MessageModel

/// The path of the conversation, for `back` and for taps on old bubbles.
extension Run {
    /// Sets a name to a value, and records how to undo this when an old bubble leads back.
    mutating func remember(_ value: Value?, as name: String) {
        let before = held(by: name)
        if let last = session.trail.indices.last { session.trail[last].undo?.note(name, before) }
        hold(bounded(value), by: name)
    }

    /// Leaves the open question so that `back` can find it again. At the first question, `back` leads to that question
    /// itself.
    mutating func leaveQuestion(for destination: Destination) throws(EngineError) {
        if let open = session.open {
            if destination == .back, let form = open.form, goBackAPage(form, open) { return }
            if destination != .back {
                let undo = bot.oldTaps == .goBack ? Undo(turn: open.turn) : nil
                session.trail = session.trail.suffix(49) + [Passed(step: session.step, undo: undo)]
            } else if session.trail.isEmpty, session.frames.allSatisfy(\.trail.isEmpty) {
                return try repeatQuestion()
            }
        }
        session.open = nil
        try go(to: destination)
    }

    /// The previous question, with its answer discarded. At the first question of a nested flow, it is a question of
    /// the flow that runs it.
    mutating func lastQuestion() -> StepReference? {
        while session.trail.isEmpty, !session.frames.isEmpty { giveUpRuns(above: session.frames.count - 1) }
        while let passed = session.trail.popLast() {
            if let last = session.trail.indices.last, let undo = passed.undo { session.trail[last].undo?.take(undo) }
            guard let reference = bot.reference(flow: session.flow, step: passed.step) else { continue }
            if let question = question(at: reference) { session.answers[question.name] = nil }
            return reference
        }
        return session.frames.isEmpty ? nil : lastQuestion()
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
        let place = session.trail.firstIndex { passed in
            guard let undo = passed.undo, undo.turn >= turn else { return false }
            return bot.reference(flow: session.flow, step: passed.step) == step
        }
        guard let place else { return openStep == step }
        for passed in session.trail[place...].reversed() {
            guard let undo = passed.undo else { return false }
            for name in undo.filled { hold(nil, by: name) }
            for name in undo.replaced.names { hold(undo.replaced[name], by: name) }
            session.reminders.removeAll { $0.laterAnswers == nil && $0.flow == session.flow && $0.turn > undo.turn }
        }
        session.trail.removeSubrange(place...)
        session.interrupted.removeAll { $0.flow == session.flow && $0.trail.count > place }
        return true
    }
}

extension Undo {
    /// Records that a name is about to change; only the first change counts.
    fileprivate mutating func note(_ name: String, _ value: Value?) {
        guard !filled.contains(name), replaced[name] == nil else { return }
        if let value { replaced[name] = value } else { filled.append(name) }
    }

    /// Includes the changes after a question that is asked again.
    fileprivate mutating func take(_ later: Undo) {
        for name in later.filled { note(name, nil) }
        for name in later.replaced.names { note(name, later.replaced[name]) }
    }
}
