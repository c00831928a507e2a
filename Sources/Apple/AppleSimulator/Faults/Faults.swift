import Synchronization

/// The faults that are switched on, asked for every message in the order they were added; the first that strikes
/// counts.
///
/// Chance depends on the seed, the rule, the customer and how many messages of that customer the rule has looked at, so
/// a run repeats even when many customers talk at once.
final class Faults: Sendable {
    private struct State {
        var rules: [Active] = []
        var lastID = 0
    }

    private let seed: UInt64
    private let state = Mutex(State())

    init(seed: UInt64) { self.seed = seed }

    /// A rule that is switched on.
    struct Active: Sendable {
        let id: Int
        let rule: FaultRule
        fileprivate(set) var struck = 0
        fileprivate var looked: [CustomerID: UInt64] = [:]
    }

    var active: [Active] { state.withLock { $0.rules } }

    /// Switches a rule on, and gives the number under which it can be switched off.
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

    /// Switches everything off. The numbers, and with them the chances, begin again.
    func removeAll() { state.withLock { $0 = State() } }

    /// What goes wrong with the next message of `customer`, if anything does.
    ///
    /// - Parameter fits: whether a kind can happen to this message; what customers do with bubbles only to taps.
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
            let drawn = SeededChance.draw(seed: seed, UInt64(id), SeededChance.number(of: customer.text), turn)
            guard drawn < probability else { return false }
        }
        struck += 1
        return true
    }
}
