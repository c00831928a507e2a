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
        var run = Run(engine: self, session: newSession(for: sender), event: event)
        run.session.intent = sender.intent
        run.session.group = sender.group
        run.session.flow = bot.flows[step.flow].name
        run.session.answers = answers
        run.notePrivateAnswers(of: bot.flows[step.flow])
        try run.go(to: .step(step))
        return run.turn()
    }

    /// A session after the newest version of its flow has taken it over: steps and answers under their new names,
    /// without the answers that now count as empty.
    public func brought(_ session: Session, at now: Moment) -> Session {
        var run = Run(engine: self, session: session, event: Event(.reset, at: now, seed: Seed(high: 0, low: 0)))
        run.followEdits(always: true)
        return run.session
    }

    /// The values of all names, as a condition of the session's flow would find them.
    public func scope(of session: Session, at now: Moment) -> some Scope {
        SessionScope(session: session, engine: self, now: now)
    }
}
