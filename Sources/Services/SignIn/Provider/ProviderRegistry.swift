public import Channels
import Expressions
public import FlowModel
import Synchronization

/// The identity providers of a bot by name; replaced together with the bot.
public final class ProviderRegistry: Sendable {
    private let http: ProviderHTTP
    private let clock: any WallClock
    private let clients: Mutex<[String: ProviderClient]>

    /// - Parameter secret: returns the value of a secret that a provider names; `nil` when it is not set.
    public convenience init(
        of bot: Bot, secret: (KeptSecret) -> String?, http: ProviderHTTP, clock: any WallClock
    ) {
        self.init(http: http, clock: clock)
        use(bot, secret: secret)
    }

    /// Creates an empty registry.
    init(http: ProviderHTTP, clock: any WallClock) {
        self.http = http
        self.clock = clock
        clients = Mutex([:])
    }

    /// Switches to another bot's providers. The cache of an unchanged provider is kept.
    public func use(_ bot: Bot, secret: (KeptSecret) -> String?) {
        let before = clients.withLock { $0 }
        var after: [String: ProviderClient] = [:]
        for provider in bot.providers {
            let value = provider.secret.flatMap(secret)
            if let client = before[provider.name], client.isOf(provider, secret: value, zone: bot.zone) {
                after[provider.name] = client
            } else {
                after[provider.name] = ProviderClient(provider, secret: value, http: http, clock: clock, zone: bot.zone)
            }
        }
        clients.withLock { $0 = after }
    }

    public subscript(name: String) -> ProviderClient? { clients.withLock { $0[name] } }
}
