public import Channels
import Expressions
public import FlowModel

/// The identity providers of a bot by name.
public struct ProviderRegistry: Sendable {
    private let clients: [String: ProviderClient]

    /// - Parameters:
    ///   - secret: returns the value of a secret that a provider names; `nil` when it is not set.
    ///   - previous: the registry that this one replaces; the cache of an unchanged provider is kept.
    public init(
        of bot: Bot, secret: (KeptSecret) -> String?, http: ProviderHTTP, clock: any WallClock,
        after previous: ProviderRegistry? = nil
    ) {
        var clients: [String: ProviderClient] = [:]
        for provider in bot.providers {
            let value = provider.secret.flatMap(secret)
            if let client = previous?[provider.name], client.isOf(provider, secret: value, zone: bot.zone) {
                clients[provider.name] = client
            } else {
                clients[provider.name] = ProviderClient(
                    provider, secret: value, http: http, clock: clock, zone: bot.zone)
            }
        }
        self.clients = clients
    }

    /// Creates an empty registry.
    public init() { clients = [:] }

    public subscript(name: String) -> ProviderClient? { clients[name] }
}
