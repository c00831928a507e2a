extension Session {
    /// What an operator's reset gives, whatever the bot says: the conversation has ended, nothing waits to be sent, and
    /// the next message starts it anew.
    public func reset() -> Turn {
        var session = self
        session.status = .ended
        session.open = nil
        session.call = nil
        session.interrupted = []
        session.frames = []
        session.reminders = []
        session.turn += 1
        return Turn(session: session, effects: [.dropPending], marks: session.lastMark)
    }
}
