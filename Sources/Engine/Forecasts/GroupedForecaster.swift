public import Expressions
public import FlowEngine
public import FlowModel
import Synchronization

/// A dry run for many customers: sessions with the same result are played once.
///
/// Each forecast is the same as that of `Forecaster`. Their likeness determines which sessions have the same result.
/// Silence at a later time is played for each session, at its own time; so is everything in a flow that reads the
/// customer's id.
public struct GroupedForecaster: Sendable {
    private let rehearsal: Forecaster
    private let identity: IdentityReadings
    private var known: Recent<[UInt8], Played>

    /// How many sessions were played, and how many of those only for later silence.
    public private(set) var plays = 0
    public private(set) var silencePlays = 0

    private enum Played: Sendable {
        case same(Outlook)
        /// A flow reads the customer's id.
        case different
    }

    /// - Parameters:
    ///   - today: the bot in service; `nil` when it is not known.
    ///   - now: the time of the customers' actions.
    ///   - capacity: the smallest number of cached outlooks; the least recently used are removed.
    public init(of next: Bot, inPlaceOf today: Bot?, at now: Moment, capacity: Int = 2_000) {
        let identity = IdentityReadings()
        rehearsal = Forecaster(of: next, inPlaceOf: today, at: now) { identity.note() }
        self.identity = identity
        known = Recent(capacity: capacity)
    }

    /// The effects of the new flows on a customer; `nil` when no answer, call or agent is awaited.
    public mutating func forecast(of session: Session) -> Forecast? {
        guard let place = rehearsal.waits(session) else { return nil }
        let session = session.withoutTaps
        let outlook = outlook(for: session, at: place)
        guard let later = outlook.later else { return rehearsal.forecast(of: session, outlook, nil) }
        silencePlays += 1
        return rehearsal.forecast(of: session, outlook, rehearsal.way(by: later, in: session))
    }

    private mutating func outlook(for session: Session, at place: Place) -> Outlook {
        let stages = [rehearsal.next, rehearsal.today].compactMap { $0 }
        let likeness = session.likeness(at: rehearsal.now, hasExpired: stages.map { $0.hasExpired(session) })
        let played = known[likeness]
        if case .same(let outlook) = played { return outlook }
        plays += 1
        let before = identity.count
        let outlook = rehearsal.outlook(for: session, at: place)
        if played == nil { known[likeness] = identity.count == before ? .same(outlook) : .different }
        return outlook
    }
}

/// Counts how many times flows have read the customer's id.
private final class IdentityReadings: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .relaxed) }

    func note() { number.wrappingAdd(1, ordering: .relaxed) }
}

/// A cache of recently used values: it holds at least its capacity, and at most twice that.
private struct Recent<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    init(capacity: Int) { self.capacity = capacity }

    subscript(key: Key) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old[key] else { return nil }
            insert(value, key)
            return value
        }
        set { if let newValue { insert(newValue, key) } }
    }

    private mutating func insert(_ value: Value, _ key: Key) {
        if young.count >= capacity { (young, old) = ([:], young) }
        young[key] = value
    }
}
