import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// What may be printed of a conversation.
extension ReplayCourse {
    /// The event without private values; `nil` when it holds none that the new flows know of.
    func redactedEvent(_ event: Event) -> Event? {
        translated(event).flatMap { player.engine.shown($0, in: session) }
    }

    /// The effects of a turn for printing. Of a conversation that holds anything private, messages are shown as their
    /// author wrote them, with `*` in place of every name: other flows may insert a value without knowing that it is
    /// private.
    func shown(_ turn: Turn) -> [Effect] {
        guard holdsPrivate || turn.session.isPrivate else { return turn.shownEffects ?? turn.effects }
        let language = turn.session.language
        return turn.marks.filter { $0.kind == .entered }.flatMap { mark -> [Effect] in
            guard let step = player.engine.bot.reference(flow: mark.flow, step: mark.step) else { return [] }
            return player.engine.bot.step(step).texts(in: language).map { words in
                .send(Outgoing(id: "", message: .text(words)))
            }
        }
    }
}

extension Step {
    /// What the step says and asks, with `*` in place of every name.
    fileprivate func texts(in language: String) -> [String] {
        var phrases = openings.compactMap { opening -> Phrase? in
            if case .say(.text(let phrase)) = opening { phrase } else { nil }
        }
        if case .ask(let question) = thing { phrases.append(question.ask) }
        return phrases.map { $0.template(in: language).written { _ in "*" } }
    }
}
