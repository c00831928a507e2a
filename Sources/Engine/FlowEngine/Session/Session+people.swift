public import Expressions
import MessageModel

extension Session {
    /// Forgets what belongs to a conversation with people.
    mutating func forgetPeople() {
        handover = nil
        if people != nil { people = nil }
    }

    /// The turn for an agent's message, independent of the bot: a message to the customer.
    ///
    /// - Returns: the same turn as the engine's; `nil` when the conversation is not with an agent.
    public func answered(with text: String, at moment: Moment, seed: Seed) -> Turn? {
        guard status == .withPerson, !text.allSatisfy(\.isWhitespace) else { return nil }
        var session = self
        var identifiers = Identifiers(seed, at: moment)
        session.turn += 1
        session.handover = nil
        session.lastAt = moment
        return Turn(session: session, effects: [.send(Outgoing(id: identifiers.next(), message: .text(text)))])
    }
}
