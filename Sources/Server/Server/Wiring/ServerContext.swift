public import Channels
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

    public init(
        client: CurlClient, clock: any WallClock, logger: Logger, registry: MetricsRegistry = MetricsRegistry()
    ) {
        self.client = client
        self.clock = clock
        self.logger = logger
        self.registry = registry
    }
}
