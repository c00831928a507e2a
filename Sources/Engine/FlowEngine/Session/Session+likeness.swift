public import Expressions
import JSON
import MessageModel

extension Session {
    /// The stored form of the session without what the engine only compares or passes on: the id of the customer, the
    /// identifiers of questions and calls, the number of the turn, and when things happened.
    ///
    /// Sessions with the same likeness come to the same steps by the same ways, whatever happens to each of them at `now`,
    /// unless a flow reads the id of the customer, which `Engine` reports, or one of their questions was tapped before
    /// (`taps`, which are not looked at). What happens at another moment, such as silence, may lead elsewhere.
    ///
    /// In bytes: texts that count as the same in Swift may differ in their length.
    ///
    /// - Parameter hasExpired: whether the conversation counts as over, for each bot that is to answer.
    public func likeness(at now: Moment, hasExpired: [Bool]) -> [UInt8] {
        var session = self
        session.customer = ""
        session.taps = []
        session.hideIdentifiers()
        session.hideMoments(now)
        return hasExpired.map { $0 ? 1 : 0 } + Array(session.json.text.utf8)
    }

    /// Identifiers are compared with those of events, and stand in no text.
    private mutating func hideIdentifiers() {
        guard var open else {
            call?.id = "call"
            return
        }
        // Others keep identifiers in more than one place.
        guard open.asked.hasPlainIdentifier, open.which == nil, open.form == nil, open.changedSheet == nil,
            open.gathered == nil
        else { return }
        open.asked.id = "question"
        open.earlierIDs = open.earlierIDs.indices.map { "question \($0)" }
        self.open = open
        call?.id = "call"
    }

    /// Turns are compared with each other; when silence is noticed, with the moment of the event.
    private mutating func hideMoments(_ now: Moment) {
        if call?.meanwhileAt != nil { call?.meanwhileAt = Moment(milliseconds: 0) }
        if let silentAt = open?.silentAt, open?.gathered == nil {
            open?.silentAt = Moment(milliseconds: silentAt <= now ? 0 : 1)
        }
        // Reminders compare their moments and turns with everything else.
        guard reminders.isEmpty else { return }
        lastAt = nil
        let past = turn
        turn = 0
        began = began.map { $0 - past }
        onceTurn = onceTurn.map { $0 - past }
        if let asked = open?.turn { open?.turn = asked - past }
        trail.shift(by: -past)
        frames.shift(by: -past)
        for place in interrupted.indices {
            interrupted[place].trail.shift(by: -past)
            interrupted[place].frames.shift(by: -past)
        }
    }
}

extension AskedQuestion {
    /// Whether its identifier stands in nothing that an answer gives.
    fileprivate var hasPlainIdentifier: Bool {
        switch kind {
        case .choice, .times, .text, .number, .money, .date, .photo, .file, .place: true
        case .signIn, .pay, .app, .form: false
        }
    }
}

extension [Passed] {
    fileprivate mutating func shift(by turns: Int) {
        for place in indices { self[place].undo?.turn += turns }
    }
}

extension [Frame] {
    fileprivate mutating func shift(by turns: Int) {
        for place in indices { self[place].trail.shift(by: turns) }
    }
}
