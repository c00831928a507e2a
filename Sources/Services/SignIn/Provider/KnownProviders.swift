public import Channels
import Expressions
public import FlowModel
import Synchronization

/// The providers of a bot by their names; exchanged with the bot.
public final class KnownProviders: Sendable {
    private let http: ProviderHTTP
    private let clock: any WallClock
    private let clients: Mutex<[String: ProviderClient]>

    /// - Parameter secret: gives the value of a secret that a provider names; `nil` when it is not set.
    public convenience init(
        of bot: Bot, secret: (KeptSecret) -> String?, http: ProviderHTTP, clock: any WallClock
    ) {
        self.init(http: http, clock: clock)
        use(bot, secret: secret)
    }

    /// None yet.
    init(http: ProviderHTTP, clock: any WallClock) {
        self.http = http
        self.clock = clock
        clients = Mutex([:])
    }

    /// Takes another bot's providers. What is remembered of one that has not changed stays.
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
