import Expressions
import FlowModel

/// Waiting for an agent.
extension TurnBuilder {
    /// The conversation waits for a first answer, if the flow says what happens without one.
    mutating func awaitPeople(_ unanswered: UnansweredExit?) {
        session.handover = unanswered.map { OpenHandover(id: "handover-\(session.turn + 1)", dueAt: now + $0.after) }
    }

    /// Handles that no agent has answered: the customer is informed a limited number of times, then they go elsewhere or
    /// stay with the agents.
    mutating func noticeUnanswered(_ id: String) throws(EngineError) -> Handling {
        guard session.status == .withPerson, let handover = session.handover, handover.id == id, handover.dueAt <= now
        else { return .ignored("an agent has answered") }
        guard let step = openStep.map(bot.step), case .handOver(let handOver) = step.thing,
            let exit = handOver.unanswered
        else {
            session.handover = nil
            return .handled
        }
        if handover.notices < exit.again {
            if let phrase = exit.say { say(plainText(phrase)) }
            let isLast = handover.notices + 1 >= exit.again && exit.then == nil
            session.handover = OpenHandover(id: id, dueAt: now + exit.after, notices: handover.notices + 1)
            if isLast { session.handover = nil }
        } else {
            session.handover = nil
            guard let then = exit.then else { return .handled }
            pass(.unanswered)
            try go(to: then)
        }
        return .handled
    }
}
