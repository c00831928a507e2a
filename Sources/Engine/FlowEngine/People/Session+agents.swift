public import Expressions

extension Session {
    /// Why an agent's act is refused in a conversation that is not with people.
    static let notWithPeople = "the conversation is not with a person"

    /// The turn for an agent's act that sends nothing, independent of the bot.
    ///
    /// - Parameter agent: who acts.
    /// - Returns: the same outcome as the engine's.
    public func outcome(of act: AgentAct, by agent: String?, at moment: Moment) -> Outcome {
        var session = self
        if let reason = session.apply(act, by: agent) { return .ignored(reason) }
        session.turn += 1
        session.lastAt = moment
        return .turn(Turn(session: session, effects: []))
    }

    /// Applies an act that neither sends anything nor needs the bot. Returns why it is refused; `nil` when it is applied.
    mutating func apply(_ act: AgentAct, by agent: String?) -> String? {
        guard status == .withPerson else { return Self.notWithPeople }
        var state = people ?? PeopleState()
        switch act {
        case .note: return nil
        case .take:
            guard let agent else { return "an agent without a name cannot take a conversation" }
            if let other = state.agent, other != agent { return "`\(other)` has taken the conversation" }
            state.agent = agent
        case .release:
            guard state.agent != nil else { return "no one has taken the conversation" }
            state.agent = nil
        case .assign(let name): state.agent = name
        case .send, .transfer: return "this needs the flows"
        }
        people = state
        return nil
    }
}

extension Event {
    /// The event without the text of a note, in a conversation with private answers: notes may repeat them. `nil` for all
    /// other events.
    public func withoutNote(in session: Session?) -> Event? {
        guard session?.isPrivate ?? false else { return nil }
        var shown = self
        switch kind {
        case .agent(.note): shown.kind = .agent(.note("(private)"))
        case .agent(.transfer(var transfer)) where transfer.note != nil:
            transfer.note = "(private)"
            shown.kind = .agent(.transfer(transfer))
        default: return nil
        }
        return shown
    }
}
