/// The limits of the simulator's memory. Beyond them the oldest items are removed first.
public struct MemoryLimits: Sendable, Hashable {
    /// The maximum number of entries in the transcript of one device.
    public var transcriptEntries = 1000
    /// The maximum size in bytes of the messages in the transcript of one device.
    public var transcriptBytes = 8 << 20
    /// The maximum number of exchanges in the wire log.
    public var logEntries = 10_000

    public init() {}
}
