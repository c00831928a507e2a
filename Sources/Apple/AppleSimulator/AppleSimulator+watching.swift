import Concurrency
public import Expressions

/// Observing the simulation.
extension AppleSimulator {
    /// Returns the entries of a device after the entry `number`, oldest first.
    ///
    /// - Parameters:
    ///   - withSent: whether to include what the customer sent from this device.
    ///   - wait: the maximum time to wait, by the simulator's clock, while there is nothing.
    /// - Throws: `SimulatorRefusal` for a device that does not exist or is removed in the meantime;
    ///   `CancellationError`.
    public func messages(
        of id: DeviceID, after number: Int = 0, withSent: Bool = false, wait: TimeLength = .zero
    ) async throws -> [TranscriptEntry] {
        let device = try world.device(id)
        let news = device.transcript.read { $0.news(after: number, withSent: withSent) }
        guard news.isEmpty, wait > .zero else { return news }
        return try await clock.atMost(wait) { try await device.news(after: number, withSent: withSent) } ?? []
    }

    /// Returns the number of the newest entry of a device; 0 when there is none. A starting point for waiting.
    public func lastNumber(of id: DeviceID) throws(SimulatorRefusal) -> Int {
        try world.device(id).transcript.read(\.entries.lastNumber)
    }

    /// Returns the exchanges on the wire after the one with `number`, oldest first.
    public func log(after number: Int = 0) -> [WireLogEntry] {
        wireLog.entries(after: number)
    }
}
