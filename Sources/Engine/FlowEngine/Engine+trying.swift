public import Expressions
public import FlowModel
import MessageModel

/// For transcripts and dry runs, which start in the middle of a flow and inspect sessions.
extension Engine {
    /// Starts a conversation at a step, with values for some names.
    public func begin(
        at step: StepReference, answers: Fields, for sender: Event.Sender, at now: Moment, seed: Seed
    ) throws(EngineError) -> Turn {
        let event = Event(.givenBack, at: now, seed: seed, sender: sender)
        var session = newSession(for: sender)
        session.intent = sender.intent
        session.group = sender.group
        session.flow = bot.flows[step.flow].name
        session.answers = answers
        var builder = TurnBuilder(engine: self, session: session, event: event)
        builder.notePrivateAnswers(of: bot.flows[step.flow])
        try builder.go(to: .step(step))
        return builder.turn()
    }

    /// A session after the newest version of its flow has taken it over: steps and answers under their new names,
    /// without the answers that now count as empty.
    public func brought(_ session: Session, at now: Moment) -> Session {
        let event = Event(.reset, at: now, seed: Seed(high: 0, low: 0))
        var builder = TurnBuilder(engine: self, session: session, event: event)
        builder.followEdits(always: true)
        return builder.session
    }

    /// The values of all names, as a condition of the session's flow would find them.
    public func scope(of session: Session, at now: Moment) -> some Scope {
        SessionScope(session: session, engine: self, now: now)
    }
}
