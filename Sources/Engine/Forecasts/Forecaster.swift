public import Expressions
public import FlowEngine
public import FlowModel
import MessageModel

/// Plays the possible next moves of waiting customers, with the current flows and with new ones, and reports what would
/// change for them.
///
/// Pure: sessions are played by the same engine that serves them, and its results are neither stored nor sent.
public struct Forecaster: Sendable {
    let next: TrialBot
    let today: TrialBot?
    let now: Moment

    /// - Parameters:
    ///   - today: the bot in service; `nil` when it is not known.
    ///   - now: the time of the customers' actions.
    public init(of next: Bot, inPlaceOf today: Bot?, at now: Moment) {
        self.init(of: next, inPlaceOf: today, at: now, noteIdentity: nil)
    }

    /// - Parameter noteIdentity: called whenever a flow reads the customer's id.
    init(of next: Bot, inPlaceOf today: Bot?, at now: Moment, noteIdentity: (@Sendable () -> Void)?) {
        self.next = TrialBot(next, at: now, noteIdentity)
        self.today = today.map { TrialBot($0, at: now, noteIdentity) }
        self.now = now
    }

    /// The effects of the new flows on a customer; `nil` when no answer, call or agent is awaited.
    public func forecast(of session: Session) -> Forecast? {
        let session = session.withoutTaps
        guard let place = waits(session) else { return nil }
        let outlook = outlook(for: session, at: place)
        return forecast(of: session, outlook, outlook.later.map { way(by: $0, in: session) })
    }

    /// The customer's place, if the conversation is not over in at least one of the versions; otherwise `nil`.
    func waits(_ session: Session) -> Place? {
        (today ?? next).hasExpired(session) && next.hasExpired(session) ? nil : session.place
    }

    /// Plays all moves that are possible now.
    func outlook(for session: Session, at place: Place) -> Outlook {
        let moves = Move.all(in: session, of: next.bot, today: next.bot.zone.date(at: now))
        let isLater = session.isSilenceLater(than: now)
        return Outlook(
            place: place, newPlace: next.place(of: place), bubble: (today ?? next).bubble(in: session),
            ways: moves.filter { !isLater || $0.kind != .silence }.map { way(by: $0, in: session) },
            later: isLater ? moves.first { $0.kind == .silence } : nil, forgets: next.forgotten(of: session),
            lacks: next.lacks(of: session))
    }

    /// Plays a move.
    func way(by move: Move, in session: Session) -> Route {
        let (before, after) = (today?.play(move, in: session), next.play(move, in: session))
        return Route(
            move: move.withoutAction, today: before, then: after, isOther: before.map { !isSame($0, after) } ?? false)
    }

    /// - Parameter later: the result of silence, when its time limit is later than now.
    func forecast(of session: Session, _ outlook: Outlook, _ later: Route?) -> Forecast {
        let ways = outlook.ways + (later.map { [$0] } ?? [])
        return Forecast(
            outcome: outcome(of: session, outlook.place, outlook.newPlace, ways), place: outlook.place,
            newPlace: outlook.newPlace, bubble: outlook.bubble, ways: ways, forgets: outlook.forgets,
            lacks: outlook.lacks)
    }

    private func outcome(of session: Session, _ place: Place, _ newPlace: Place?, _ ways: [Route]) -> Forecast.Outcome {
        if ways.contains(where: isStuck) { return .stuck }
        if next.hasExpired(session) { return .forgotten }
        if newPlace == nil || ways.goOn.allSatisfy({ $0.then.startsOver }) && !ways.goOn.isEmpty { return .askedAgain }
        if ways.contains(where: \.isOther) { return .changed }
        return newPlace == place ? .keeps : .moved
    }

    /// Whether a move cannot be processed. An ignored event is as bad, if it is processed today.
    private func isStuck(_ way: Route) -> Bool {
        switch (way.then, way.today) {
        case (.stuck, _): true
        case (.ignored, .place?): [.answer, .result, .givenBack].contains(way.move.kind)
        default: false
        }
    }

    /// Whether two endings are the same, apart from new names.
    private func isSame(_ today: Ending, _ then: Ending) -> Bool {
        guard case .place(let before, let manner) = today, case .place(let after, let newManner) = then else {
            if case .ignored = today, case .ignored = then { return true }
            return false
        }
        guard manner == newManner, before.waiting == after.waiting else { return false }
        return before.waiting == .nothing || next.place(of: before) == after
    }
}

extension [Route] {
    /// The moves that regularly lead on from the question.
    fileprivate var goOn: [Route] { filter { [.answer, .result, .givenBack].contains($0.move.kind) } }
}

extension Ending {
    fileprivate var startsOver: Bool { if case .place(_, .startingOver) = self { true } else { false } }
}

/// The results of the moves that are possible now.
struct Outlook: Sendable {
    var place: Place
    var newPlace: Place?
    var bubble: Bubble
    var ways: [Route]
    /// Silence, when its time limit is later than now: the only move whose time depends on the session.
    var later: Move?
    var forgets: [String]
    var lacks: [String]
}

extension Session {
    /// The session without its taps, so that a recent tap can be repeated here.
    var withoutTaps: Session {
        var session = self
        session.taps = Taps()
        return session
    }

    func isSilenceLater(than now: Moment) -> Bool {
        status == .waiting && wakes.contains { $0.kind == .silence && $0.at > now }
    }

    /// The customer's place; `nil` when nothing is awaited.
    var place: Place? {
        switch status {
        case .waiting: Place(flow: flow, step: step, waiting: .answer)
        case .calling: Place(flow: flow, step: step, waiting: open == nil ? .call : .answer)
        case .withPerson: Place(flow: flow, step: step, waiting: .person)
        case .ended, .closed:
            reminders.earliest.map { Place(flow: $0.flow, step: $0.step, waiting: .reminder) }
        }
    }

    /// The place of the conversation, even when it is over.
    var standing: Place {
        switch status {
        case .waiting, .calling, .withPerson: place ?? Place(flow: flow, step: step, waiting: .nothing)
        case .ended, .closed: Place(flow: flow, step: step, waiting: .nothing)
        }
    }
}
