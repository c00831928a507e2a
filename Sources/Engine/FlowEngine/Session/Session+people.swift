public import Expressions
import MessageModel

extension Session {
    /// What a person's words give, whatever the bot says: a message to the customer.
    ///
    /// - Returns: the same turn as the engine's; `nil` while nobody has taken over.
    public func answered(with text: String, at moment: Moment, seed: Seed) -> Turn? {
        guard status == .withPerson, !text.allSatisfy(\.isWhitespace) else { return nil }
        var session = self
        var identifiers = Identifiers(seed)
        session.turn += 1
        session.lastAt = moment
        return Turn(session: session, effects: [.send(Outgoing(id: identifiers.next(), message: .text(text)))])
    }
}
