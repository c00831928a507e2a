import Accounts
public import Channels
public import ConversationRuntime
public import CurlClient
public import Logging
public import ServerMetrics
public import Traces

/// What all parts of a server share; where it has several bots, what all parts of one of them share.
public struct ServerContext: Sendable {
    public var client: CurlClient
    /// The time, which several servers on a database have in common.
    public private(set) var clock: any WallClock
    /// The machine's own clock.
    let machineClock: any WallClock
    public var logger: Logger
    /// Where measurements can be seen.
    public var registry: MetricsRegistry
    /// What `/metrics` shows, if that is more than `registry`: all bots of a server.
    public var shown: MetricsRegistry?
    /// How the server shares its database with others; `nil` when it has none.
    public private(set) var sharing: Sharing?
    /// Records what the server does as spans; `nil` when nothing is traced.
    public var traces: Traces?

    /// - Parameter clock: the machine's own.
    public init(
        client: CurlClient, clock: any WallClock, logger: Logger, registry: MetricsRegistry = MetricsRegistry(),
        sharing: Sharing? = nil, traces: Traces? = nil
    ) {
        self.traces = traces
        self.sharing = sharing
        self.client = client
        machineClock = clock
        self.clock = sharing.map { SharedClock(clock, $0.standing) } ?? clock
        self.logger = logger
        self.registry = registry
    }

    /// Shares a database with other servers, and the time with it.
    package mutating func share(_ sharing: Sharing?) {
        self.sharing = sharing
        clock = sharing.map { SharedClock(machineClock, $0.standing) } ?? machineClock
    }

    /// What the parts of one of several bots share: with its metrics and log lines labelled, and with a client of its own
    /// for all but the server's own bot, so that no bot waits for the requests of another. The caller shuts the clients
    /// down.
    package func part(of bot: BotName) -> ServerContext {
        var part = self
        part.registry = registry.part("bot", bot.text)
        // The server's own bot shows what is measured of all.
        part.shown = bot == .main ? registry : nil
        part.logger[metadataKey: "bot"] = "\(bot)"
        if bot != .main { part.client = CurlClient() }
        return part
    }

    /// Computes the hashes of passwords, for all parts together, since each takes much memory.
    var passwords = PasswordHasher()

    /// Whether this server does what one of several does for all.
    var standing: NodeStanding { sharing?.standing ?? .alone }
}
