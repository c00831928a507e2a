import Expressions
import FlowModel
import MessageModel

extension Run {
    /// Handles silence: a limited number of reminders, then the exit. At a step that an edit has removed the flow
    /// starts again, as it does when the customer writes there: the step's exit is gone as well, and nothing else would
    /// wake the session.
    mutating func noticeSilence(on question: String) throws(EngineError) -> Handling {
        guard session.status == .waiting, let open = session.open, open.ids.contains(question) else {
            return .ignored("the question has been answered meanwhile")
        }
        if let gathered = open.gathered { return try takeGathered(gathered, open) }
        guard let due = open.silentAt, due <= now else { return .ignored("the question has been answered meanwhile") }
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
            return .ignored("the conversation has gone on meanwhile")
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
        guard session.status == .withPerson else { return .ignored("nobody had taken over") }
        say(text)
        return .handled
    }

    /// Handles the return of the conversation by the agents.
    mutating func takeBack() throws(EngineError) -> Handling {
        guard session.status == .withPerson else { return .ignored("nobody had taken over") }
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
        let calls = closingCalls()
        session.status = .closed
        session.open = nil
        session.call = nil
        session.interrupted = []
        session.frames = []
        session.reminders = []
        effects = [.dropPending] + calls.map { .call($0) }
        return .handled
    }
}
