import Accounts
public import Channels
public import ConversationRuntime
public import CurlClient
public import Logging
public import ServerMetrics

/// What all parts of a server share.
public struct ServerContext: Sendable {
    public var client: CurlClient
    public var clock: any WallClock
    public var logger: Logger
    /// Where measurements can be seen.
    public var registry: MetricsRegistry
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

    /// Computes the hashes of passwords, for all parts together, since each takes much memory.
    let passwords = PasswordHasher()

    /// Whether this server does what one of several does for all.
    var standing: NodeStanding { sharing?.standing ?? .alone }
}
