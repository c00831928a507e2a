public import Expressions
import MessageModel

extension Session {
    /// The turn for an agent's message, independent of the bot: a message to the customer.
    ///
    /// - Returns: the same turn as the engine's; `nil` when the conversation is not with an agent.
    public func answered(with text: String, at moment: Moment, seed: Seed) -> Turn? {
        guard status == .withPerson, !text.allSatisfy(\.isWhitespace) else { return nil }
        var session = self
        var identifiers = Identifiers(seed)
        session.turn += 1
        session.handover = nil
        session.lastAt = moment
        return Turn(session: session, effects: [.send(Outgoing(id: identifiers.next(), message: .text(text)))])
    }
}
