public import Channels
public import ConversationRuntime
public import CurlClient
public import Logging
public import ServerMetrics

/// What all parts of a server share.
public struct ServerContext: Sendable {
    public var client: CurlClient
    /// The time, which several servers on a database have in common.
    public let clock: any WallClock
    /// The machine's own clock.
    let machineClock: any WallClock
    public var logger: Logger
    /// Where measurements can be seen.
    public var registry: MetricsRegistry
    /// How the server shares its database with others; `nil` when it has none.
    public let sharing: Sharing?

    /// - Parameter clock: the machine's own.
    public init(
        client: CurlClient, clock: any WallClock, logger: Logger, registry: MetricsRegistry = MetricsRegistry(),
        sharing: Sharing? = nil
    ) {
        self.sharing = sharing
        self.client = client
        machineClock = clock
        self.clock = sharing.map { SharedClock(clock, $0.standing) } ?? clock
        self.logger = logger
        self.registry = registry
    }

    /// Whether this server does what one of several does for all.
    var standing: NodeStanding { sharing?.standing ?? .alone }
}
