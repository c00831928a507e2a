import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// What may be printed of a conversation.
extension ReplayCourse {
    /// The event without what the new flows call private; `nil` when the kept ones called all of that private.
    func redactedEvent(of kept: KeptTurn) -> Event? {
        translated(kept.shownEvent).flatMap { player.engine.shown($0, in: session) }
    }

    /// Notes what may be printed of a turn that cannot be printed as it was kept.
    ///
    /// - Parameters:
    ///   - event: the event without what only the new flows call private, if it holds any.
    ///   - turn: what it leads to; `nil` when that is nothing.
    mutating func redact(_ kept: KeptTurn, _ event: Event?, at index: Int, _ turn: Turn? = nil) {
        let printed = event ?? printedEvent(of: kept, at: index)
        let repeatsMore = !kept.isPrivate && turn?.shownEffects != nil
        guard findsMore || repeatsMore || printed != kept.shownEvent else { return }
        let effects = turn.map { holdsPrivate ? shown($0) : $0.shownEffects ?? $0.effects }
        redacted[index] = RedactedTurn(event: printed, effects: effects ?? [])
    }

    /// The event of a turn as it can be printed: a tap on a bubble that is not printed, or not with its answers, shows
    /// nothing of the answer.
    private func printedEvent(of kept: KeptTurn, at index: Int) -> Event {
        var event = kept.shownEvent
        guard case .heard(.choice(let selection), _) = event.kind else { return event }
        if let question = selection.question,
            let sent = history.turns[start..<index].lastIndex(where: { $0.effects.message(asking: question) != nil })
        {
            let isRedacted = redacted[sent] != nil
            let printed = isRedacted ? translated(event) ?? event : event
            if printed.taps(in: redacted[sent]?.effects ?? history.turns[sent].shownEffects) { return printed }
        }
        event.kind = .heard(.text("(an answer)"), bubble: nil)
        return event
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

extension Event {
    /// Whether it taps answers that a message among these effects offers.
    fileprivate func taps(in effects: [Effect]) -> Bool {
        guard case .heard(.choice(let selection), _) = kind, let question = selection.question,
            let message = effects.message(asking: question)
        else { return false }
        switch message {
        case .times, .prompt: return true
        default: return selection.groups.flatMap(\.ids).allSatisfy { message.labels[$0] != nil }
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
