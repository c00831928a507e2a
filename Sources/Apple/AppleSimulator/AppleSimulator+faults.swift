/// Fault injection.
extension AppleSimulator {
    /// Adds a fault, and returns the number by which it can be removed.
    @discardableResult
    public func add(_ fault: FaultRule) -> Int { faults.add(fault) }

    public func removeFault(_ id: Int) throws(SimulatorRefusal) { try faults.remove(id) }

    public func removeFaults() { faults.removeAll() }
}
