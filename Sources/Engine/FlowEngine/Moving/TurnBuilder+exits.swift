import Expressions
import FlowModel
import MessageModel

extension TurnBuilder {
    /// Handles silence: a limited number of reminders, then the exit. At a step that an edit has removed the flow
    /// starts again, as it does when the customer writes there: the step's exit is gone as well, and nothing else would
    /// wake the session.
    mutating func noticeSilence(on question: String) throws(EngineError) -> Handling {
        guard session.status == .waiting, let open = session.open, open.ids.contains(question) else {
            return .ignored("the question was already answered")
        }
        if let gathered = open.gathered { return try takeGathered(gathered, open) }
        guard let due = open.silentAt, due <= now else { return .ignored("the question was already answered") }
        guard let asked = openStep.flatMap(self.question(at:)) else {
            mark(.silent)
            try startOver()
            return .handled
        }
        guard let silent = asked.silent else {
            session.open?.silentAt = nil
            return .handled
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
        return .handled
    }

    /// Handles a message of a turn that was not delivered: while its question waits, the exit for failures is taken.
    mutating func noticeFailure(of turn: Int) throws(EngineError) -> Handling {
        guard session.status == .waiting, let open = session.open, open.turn == turn else {
            return .ignored("the conversation has moved on")
        }
        guard let step = openStep.map(bot.step) else {
            mark(.failed)
            try startOver()
            return .handled
        }
        guard step.failed != nil else { return .ignored("there is no exit for this failure") }
        try leaveQuestion(for: fail(step))
        return .handled
    }

    /// Forwards an agent's message to the customer.
    mutating func passOn(_ text: String) -> Handling {
        guard session.status == .withPerson else { return .ignored("the conversation is not with a person") }
        session.handover = nil
        say(text)
        return .handled
    }

    /// Handles the return of the conversation by the agents.
    mutating func takeBack() throws(EngineError) -> Handling {
        guard session.status == .withPerson else { return .ignored("the conversation is not with a person") }
        guard let step = openStep.map(bot.step), case .handOver(let handOver) = step.thing else {
            end()
            return .handled
        }
        mark(.answered)
        try go(to: handOver.then)
        return .handled
    }

    /// Handles the deletion of the conversation by the customer: pending effects are dropped, and the flow's calls for
    /// this case are made.
    mutating func close() -> Handling {
        effects.dropPending()
        makeClosingCalls()
        session.status = .closed
        session.open = nil
        session.call = nil
        session.interrupted = Interruptions()
        session.left = LeftFlows()
        session.frames = FlowStack()
        session.reminders = WaitingReminders()
        dropHeldEvents(.closed)
        return .handled
    }
}
