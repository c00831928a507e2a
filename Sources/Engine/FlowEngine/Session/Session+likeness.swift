public import Expressions
import JSON
import MessageModel

extension Session {
    /// The stored form of the session without what the engine only compares or passes on: the customer's id, the
    /// identifiers of questions and calls, the number of the turn, and times.
    ///
    /// Sessions with the same likeness reach the same steps by the same branches, whatever event each of them receives
    /// at `now`, unless a flow reads the customer's id, which `Engine` reports, or one of their questions was tapped
    /// before (`taps`, which are not compared). Events at another time, such as silence, may lead elsewhere.
    ///
    /// As bytes, because texts that are equal in Swift may differ in length.
    ///
    /// - Parameter hasExpired: whether the conversation has expired, for each bot that is to process the event.
    public func likeness(at now: Moment, hasExpired: [Bool]) -> [UInt8] {
        var session = self
        session.customer = ""
        session.taps = Taps()
        session.hideIdentifiers()
        session.hideMoments(now)
        return hasExpired.map { $0 ? 1 : 0 } + Array(session.jsonText.utf8)
    }

    /// Identifiers are only compared with those of events, and are not part of any text.
    private mutating func hideIdentifiers() {
        guard var open else {
            call?.id = "call"
            return
        }
        // In the other cases, identifiers occur in more than one place.
        guard open.asked.hasPlainIdentifier, open.which == nil, open.form == nil, open.changedSheet == nil,
            open.gathered == nil
        else { return }
        open.asked.id = "question"
        open.earlierIDs = open.earlierIDs.indices.map { "question \($0)" }
        self.open = open
        call?.id = "call"
    }

    /// Turns are compared with each other; the time of silence, with the time of the event.
    private mutating func hideMoments(_ now: Moment) {
        if call?.meanwhileAt != nil { call?.meanwhileAt = Moment(milliseconds: 0) }
        if let silentAt = open?.silentAt, open?.gathered == nil {
            open?.silentAt = Moment(milliseconds: silentAt <= now ? 0 : 1)
        }
        // With reminders, times and turns are compared with everything else.
        guard reminders.isEmpty else { return }
        lastAt = nil
        let past = turn
        turn = 0
        began = began.map { $0 - past }
        onceTurn = onceTurn.map { $0 - past }
        if let asked = open?.turn { open?.turn = asked - past }
        trail.shift(by: -past)
        frames.shift(by: -past)
        interrupted.shift(by: -past)
        left.shift(by: -past)
    }
}

extension AskedQuestion {
    /// Whether its identifier does not occur in any possible answer.
    fileprivate var hasPlainIdentifier: Bool {
        switch kind.answering {
        case .choosing, .typing, .sending: true
        case .filling, .service: false
        }
    }
}
