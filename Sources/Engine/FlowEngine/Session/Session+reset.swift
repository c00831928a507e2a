extension Session {
    /// The turn for an operator's reset, independent of the bot: the conversation has ended, no messages are pending,
    /// and the next message starts a new one.
    public func reset() -> Turn {
        var session = self
        session.status = .ended
        session.open = nil
        session.call = nil
        session.people = nil
        session.interrupted = Interruptions()
        session.frames = FlowStack()
        session.reminders = WaitingReminders()
        let dropped = session.heldEvents.drop(.reset)
        session.bookings.giveUp()
        session.turn += 1
        var turn = Turn(session: session, effects: [.dropPending], marks: session.lastMark)
        turn.droppedEvents = dropped
        return turn
    }
}
