public import Channels
public import ConversationRuntime
public import CurlClient
public import Logging
public import ServerMetrics

/// What all parts of a server share; where it has several bots, what all parts of one of them share.
public struct ServerContext: Sendable {
    public var client: CurlClient
    public var clock: any WallClock
    public var logger: Logger
    /// Where measurements can be seen.
    public var registry: MetricsRegistry
    /// What `/metrics` shows, if that is more than `registry`: all bots of a server.
    public var shown: MetricsRegistry?
    /// How the server shares its database with others; `nil` when it has none.
    public var sharing: Sharing?

    public init(
        client: CurlClient, clock: any WallClock, logger: Logger, registry: MetricsRegistry = MetricsRegistry(),
        sharing: Sharing? = nil
    ) {
        self.sharing = sharing
        self.client = client
        self.clock = clock
        self.logger = logger
        self.registry = registry
    }

    /// Whether this server does what one of several does for all.
    var standing: NodeStanding { sharing?.standing ?? .alone }
}
