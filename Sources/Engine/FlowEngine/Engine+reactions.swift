public import Expressions
import FlowModel
import MessageModel

extension Engine {
    /// Whether a text in the form of a reaction to a message is only a reaction: a question is open, and the text is
    /// neither one of the offered answers nor a valid typed one.
    ///
    /// Where any text is an answer, and where agents read the conversation, it is treated as a message.
    public func passesOver(reaction words: String, in session: Session?, from locale: String?, at now: Moment) -> Bool {
        guard let session, session.status == .waiting, !hasExpired(session, at: now), let open = session.open else {
            return false
        }
        switch open.asked.kind {
        case .text, .place: return false
        case .choice, .times, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .form: break
        }
        let event = Event(.heard(.text(words), bubble: nil), at: now, seed: Seed(high: 0, low: 0))
        let builder = TurnBuilder(engine: self, session: session, event: event)
        if open.asked.offeredAnswer(to: words) != nil || open.asked.isSkipped(by: words) || builder.isGoodbye(words) {
            return false
        }
        if builder.anywhere(words, in: bot.start(of: session.flow)) != nil { return false }
        return open.asked.typedAnswer(
            to: words, in: TypedWords(language: session.language, device: locale), today: bot.zone.date(at: now)) == nil
    }
}
