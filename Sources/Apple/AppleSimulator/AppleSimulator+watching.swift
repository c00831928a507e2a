import Concurrency
public import Expressions

/// What there is to see.
extension AppleSimulator {
    /// What came to a device after the entry `number`, the oldest first.
    ///
    /// - Parameters:
    ///   - withSent: whether what the customer sent from there is wanted too.
    ///   - wait: how long to wait, by the simulator's clock, while there is nothing.
    /// - Throws: `SimulatorRefusal` for a device that does not exist or is taken away meanwhile; `CancellationError`.
    public func messages(
        of id: DeviceID, after number: Int = 0, withSent: Bool = false, wait: TimeLength = .zero
    ) async throws -> [TranscriptEntry] {
        let device = try world.device(id)
        let news = device.transcript.read { $0.news(after: number, withSent: withSent) }
        guard news.isEmpty, wait > .zero else { return news }
        return try await clock.atMost(wait) { try await device.news(after: number, withSent: withSent) } ?? []
    }

    /// The number of the newest entry of a device; 0 when there is none. A place to wait from.
    public func lastNumber(of id: DeviceID) throws(SimulatorRefusal) -> Int {
        try world.device(id).transcript.read(\.entries.lastNumber)
    }

    /// The exchanges on the wire after the one with `number`, the oldest first.
    public func log(after number: Int = 0) -> [WireLogEntry] {
        wireLog.entries(after: number)
    }
}
