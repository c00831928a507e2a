import Expressions
import FlowModel
import MessageModel

extension TurnBuilder {
    /// Handles silence: a limited number of reminders, then the exit. At a step that an edit has removed the flow
    /// starts again, as it does when the customer writes there: the step's exit is gone as well, and nothing else would
    /// wake the session.
    mutating func noticeSilence(on question: String) throws(EngineError) -> String? {
        guard session.status == .waiting, let open = session.open, open.ids.contains(question) else {
            return "the question was already answered"
        }
        if let gathered = open.gathered { return try takeGathered(gathered, open) }
        guard let due = open.silentAt, due <= now else { return "the question was already answered" }
        guard let asked = openStep.flatMap(self.question(at:)) else {
            mark(.silent)
            try startOver()
            return nil
        }
        guard let silent = asked.silent else {
            session.open?.silentAt = nil
            return nil
        }
        if open.silences < silent.repeats {
            if let phrase = silent.say { say(plainText(phrase)) }
            let next = now + silent.after
            session.open?.silences += 1
            session.open?.silentAt = next
        } else {
            pass(.silent)
            try leaveQuestion(for: silent.then)
        }
        return nil
    }

    /// Handles a message of a turn that was not delivered: while its question waits, the exit for failures is taken.
    mutating func noticeFailure(of turn: Int) throws(EngineError) -> String? {
        guard session.status == .waiting, let open = session.open, open.turn == turn else {
            return "the conversation has moved on"
        }
        guard let step = openStep.map(bot.step) else {
            mark(.failed)
            try startOver()
            return nil
        }
        guard step.failed != nil else { return "there is no exit for this failure" }
        try leaveQuestion(for: fail(step))
        return nil
    }

    /// Forwards an agent's message to the customer.
    mutating func passOn(_ text: String) -> String? {
        guard session.status == .withPerson else { return "the conversation is not with a person" }
        say(text)
        return nil
    }

    /// Handles the return of the conversation by the agents.
    mutating func takeBack() throws(EngineError) -> String? {
        guard session.status == .withPerson else { return "the conversation is not with a person" }
        guard let step = openStep.map(bot.step), case .handOver(let handOver) = step.thing else {
            end()
            return nil
        }
        mark(.answered)
        try go(to: handOver.then)
        return nil
    }

    /// Handles the deletion of the conversation by the customer: pending effects are dropped, and the flow's calls for
    /// this case are made.
    mutating func close() -> String? {
        effects.dropPending()
        makeClosingCalls()
        session.status = .closed
        session.open = nil
        session.call = nil
        session.interrupted = Interruptions()
        session.frames = FlowStack()
        session.reminders = WaitingReminders()
        return nil
    }
}
