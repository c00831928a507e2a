/// What goes wrong on purpose.
extension AppleSimulator {
    /// Switches a fault on, and gives the number under which it can be switched off.
    @discardableResult
    public func add(_ fault: FaultRule) -> Int { faults.add(fault) }

    public func removeFault(_ id: Int) throws(SimulatorRefusal) { try faults.remove(id) }

    public func removeFaults() { faults.removeAll() }
}
