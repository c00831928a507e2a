import Synchronization

/// The active faults. For each message they are checked in the order in which they were added; the first that occurs
/// counts.
///
/// Random draws depend on the seed, the rule, the customer and the number of that customer's messages that the rule has
/// checked, so that a run is reproducible even with many customers in parallel.
final class Faults: Sendable {
    private struct State {
        var rules: [Active] = []
        var lastID = 0
    }

    private let seed: UInt64
    private let state = Mutex(State())

    init(seed: UInt64) { self.seed = seed }

    /// An active rule.
    struct Active: Sendable {
        let id: Int
        let rule: FaultRule
        fileprivate(set) var struck = 0
        fileprivate var looked: [CustomerID: UInt64] = [:]
    }

    var active: [Active] { state.withLock { $0.rules } }

    /// Adds a rule, and returns the number by which it can be removed.
    func add(_ rule: FaultRule) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.rules.append(Active(id: state.lastID, rule: rule))
            return state.lastID
        }
    }

    func remove(_ id: Int) throws(SimulatorRefusal) {
        let found = state.withLock { state in
            defer { state.rules.removeAll { $0.id == id } }
            return state.rules.contains { $0.id == id }
        }
        guard found else { throw .notFound("there is no fault \(id)") }
    }

    /// Removes all rules. Their numbers, and therefore the random draws, start over.
    func removeAll() { state.withLock { $0 = State() } }

    /// Returns the fault for the next message of `customer`; `nil` when there is none.
    ///
    /// - Parameter fits: whether a kind applies to this message; faults of customers' actions on bubbles apply only to
    ///   taps.
    func strike(
        _ side: FaultRule.Side, _ customer: CustomerID?,
        where fits: (FaultRule.Kind) -> Bool = { !$0.isOfTaps && !$0.isOfFiles }
    ) -> FaultRule.Kind? {
        state.withLock { state in
            for index in state.rules.indices where fits(state.rules[index].rule.kind) {
                guard state.rules[index].strikes(side, customer, seed) else { continue }
                let active = state.rules[index]
                if active.struck == active.rule.count { state.rules.remove(at: index) }
                return active.rule.kind
            }
            return nil
        }
    }
}

extension Faults.Active {
    fileprivate mutating func strikes(
        _ side: FaultRule.Side, _ customer: CustomerID?, _ seed: UInt64
    ) -> Bool {
        guard rule.side == side, rule.customer == nil || rule.customer == customer else { return false }
        if let probability = rule.probability {
            let customer = customer ?? ""
            let turn = looked[customer, default: 0]
            looked[customer] = turn + 1
            let drawn = SeededRandom.draw(seed: seed, UInt64(id), SeededRandom.number(of: customer.text), turn)
            guard drawn < probability else { return false }
        }
        struck += 1
        return true
    }
}
