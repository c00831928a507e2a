/// How much the simulator remembers. What does not fit goes, the oldest first.
public struct MemoryLimits: Sendable, Hashable {
    /// Entries in the transcript of one device.
    public var transcriptEntries = 1000
    /// Bytes of the messages in the transcript of one device.
    public var transcriptBytes = 8 << 20
    /// Exchanges in the log of the wire.
    public var logEntries = 10_000

    public init() {}
}
