public import Expressions
import FlowEngine

/// Statistics of how customers pass through steps: for all visits that began within a time span, how each continued.
///
/// Turns are added session by session. Memory grows with the number of steps, not the number of turns.
public struct FlowStatistics: Sendable {
    /// A step, identified by its name and its flow's name.
    public struct Place: Sendable, Hashable {
        public var flow: String
        public var step: String

        public init(flow: String, step: String) {
            self.flow = flow
            self.step = step
        }
    }

    /// A visit that ended, and where the conversation continued in the same turn.
    public struct Move: Sendable, Hashable {
        public var from: Place
        public var outcome: VisitOutcome
        /// `nil` when the conversation ended.
        public var to: Place?

        public init(from: Place, outcome: VisitOutcome, to: Place?) {
            self.from = from
            self.outcome = outcome
            self.to = to
        }
    }

    /// The current visit of a session.
    private struct Visit {
        var place: Place
        var session: SessionID
        var turn: Int
        var since: Moment
    }

    private let since: Moment
    private let until: Moment?
    private let place: @Sendable (Place) -> Place
    private var visit: Visit?
    /// The visit that ended last in this turn, if it is counted.
    private var left: (place: Place, outcome: VisitOutcome)?
    public private(set) var counts: [Place: StepCounts] = [:]
    public private(set) var moves: [Move: Int] = [:]

    /// - Parameters:
    ///   - until: the end of the span; `nil` for none.
    ///   - place: maps a step to its current name, which may differ from its name at the time of the visit.
    public init(since: Moment, until: Moment? = nil, naming place: @escaping @Sendable (Place) -> Place = { $0 }) {
        self.since = since
        self.until = until
        self.place = place
    }

    /// Adds every turn in a store exactly once, reading in batches.
    ///
    /// - Parameter progress: called with the number of turns read so far.
    public mutating func add(
        allOf store: any OperatorStore, _ progress: (Int) -> Void = { _ in }
    ) async throws {
        var count = 0
        var last: MarkedTurn?
        repeat {
            try Task.checkCancellation()
            let turns = try await store.markedTurns(since: since, after: last, limit: Self.turnsAtATime)
            for turn in turns { add(turn) }
            count += turns.count
            progress(count)
            last = turns.count == Self.turnsAtATime ? turns.last : nil
        } while last != nil
        endSession()
    }

    private static let turnsAtATime = 2_000

    /// Adds the marks of a turn, which must follow those of all earlier turns of its session.
    private mutating func add(_ turn: MarkedTurn) {
        if visit?.session != turn.session { endSession() }
        left = nil
        for mark in turn.marks { add(mark, turn) }
    }

    private mutating func add(_ mark: StepMark, _ turn: MarkedTurn) {
        switch mark.kind {
        case .entered:
            leave(in: turn, otherwise: .elsewhere)
            let place = place(Place(flow: mark.flow, step: mark.step))
            moveOn(to: place)
            visit = Visit(place: place, session: turn.session, turn: turn.turn, since: turn.at)
            count(\.entered)
        case .answered:
            if let visit, counts(visit) { counts[visit.place, default: StepCounts()].times.add(turn.at - visit.since) }
            conclude(.answered)
        case .unexpected: count(\.unexpected)
        case .silent: conclude(.silent)
        case .other: conclude(.other)
        case .failed: conclude(.failed)
        case .cancelled: conclude(.cancelled)
        case .unable: conclude(.unable)
        case .ended, .closed:
            leave(in: turn, otherwise: .closed)
            moveOn(to: nil)
        }
    }

    /// Ends a visit whose step gave no reason of its own: it asked nothing, or another event intervened while it
    /// waited.
    private mutating func leave(in turn: MarkedTurn, otherwise outcome: VisitOutcome) {
        conclude(visit?.turn == turn.turn ? .passed : outcome)
    }

    /// A visit that is still open at the end of the session is waiting.
    private mutating func endSession() { conclude(.waiting) }

    private mutating func conclude(_ outcome: VisitOutcome) {
        guard let visit else { return }
        count(outcome.count)
        left = counts(visit) ? (visit.place, outcome) : nil
        self.visit = nil
    }

    private mutating func moveOn(to place: Place?) {
        if let left { moves[Move(from: left.place, outcome: left.outcome, to: place), default: 0] += 1 }
        left = nil
    }

    private mutating func count(_ what: WritableKeyPath<StepCounts, Int>) {
        if let visit, counts(visit) { counts[visit.place, default: StepCounts()][keyPath: what] += 1 }
    }

    private func counts(_ visit: Visit) -> Bool { visit.since >= since && (until.map { visit.since < $0 } ?? true) }
}

/// How a visit to a step ended.
public enum VisitOutcome: String, Sendable, CaseIterable {
    case passed, answered, silent, other, failed, cancelled, unable, closed, elsewhere, waiting

    fileprivate var count: WritableKeyPath<StepCounts, Int> {
        switch self {
        case .passed: \.passed
        case .answered: \.answered
        case .silent: \.silent
        case .other: \.other
        case .failed: \.failed
        case .cancelled: \.cancelled
        case .unable: \.unable
        case .closed: \.closed
        case .elsewhere: \.elsewhere
        case .waiting: \.waiting
        }
    }
}

/// The outcomes of the visits to a step.
public struct StepCounts: Sendable, Hashable {
    public var entered = 0
    /// It asked and called nothing, and continued at once.
    public var passed = 0
    /// Its question was answered, its call returned, or a person gave the conversation back.
    public var answered = 0
    /// It was left because the customer was silent, or exceeded the limit of invalid replies.
    public var silent = 0
    public var other = 0
    public var failed = 0
    public var cancelled = 0
    /// The device could not display it, or it had nothing to offer.
    public var unable = 0
    /// The customer closed the conversation or ended it here.
    public var closed = 0
    /// The conversation continued elsewhere: an `anywhere` word, an old bubble, an operator.
    public var elsewhere = 0
    /// The conversation is at this step now.
    public var waiting = 0
    /// Invalid replies; one visit may have several.
    public var unexpected = 0
    /// The distribution of the times to answer.
    public var times = LengthSpread()

    public init() {}

    /// Visits that ended here before the flow was complete.
    public var lost: Int { silent + other + failed + cancelled + closed }

    /// The share of lost visits among those that had to wait and whose end is known; `nil` when there are none.
    public var dropOff: Double? {
        let ended = lost + answered
        return ended > 0 ? Double(lost) / Double(ended) : nil
    }
}
