public import Expressions
public import FlowEngine
public import FlowModel
import Synchronization

/// A rehearsal for many: sessions that must come to the same are played once.
///
/// Their prospects are those that `Rehearsal` gives, one by one. Which sessions come to the same is decided by their
/// likeness. Silence that is noticed later is played for each of them, at its moment; so is everything where a flow reads the
/// id of the customer.
public struct GroupedRehearsal: Sendable {
    private let rehearsal: Rehearsal
    private let identity: IdentityReadings
    private var known: Recent<[UInt8], Played>

    /// How many sessions were played, and how many of them only for what comes of silence.
    public private(set) var plays = 0
    public private(set) var silencePlays = 0

    private enum Played: Sendable {
        case same(Outlook)
        /// A flow reads the id of the customer.
        case different
    }

    /// - Parameters:
    ///   - today: the bot that answers now; `nil` when it is not known.
    ///   - now: when the customers do something.
    ///   - capacity: how many outlooks are kept at least; those that were not needed for longest are given up.
    public init(of next: Bot, inPlaceOf today: Bot?, at now: Moment, capacity: Int = 2_000) {
        let identity = IdentityReadings()
        rehearsal = Rehearsal(of: next, inPlaceOf: today, at: now) { identity.note() }
        self.identity = identity
        known = Recent(capacity: capacity)
    }

    /// What the new flows would mean for a customer; `nil` when nobody waits for anything.
    public mutating func prospect(of session: Session) -> Prospect? {
        guard let place = rehearsal.waits(session) else { return nil }
        let session = session.withoutTaps
        let outlook = outlook(for: session, at: place)
        guard let later = outlook.later else { return rehearsal.prospect(of: session, outlook, nil) }
        silencePlays += 1
        return rehearsal.prospect(of: session, outlook, rehearsal.way(by: later, in: session))
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

/// How often flows have read who a customer is.
private final class IdentityReadings: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .relaxed) }

    func note() { number.wrappingAdd(1, ordering: .relaxed) }
}

/// Keeps what was needed lately: so many values at least, and twice as many at most.
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
