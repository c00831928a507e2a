public import FlowModel
import Synchronization

/// The merchants of a bot by their names; exchanged with the bot.
public final class KnownMerchants: Sendable {
    private let merchants: Mutex<[String: Merchant]>

    public init(of bot: Bot) { merchants = Mutex(Self.byName(bot)) }

    public func use(_ bot: Bot) { merchants.withLock { $0 = Self.byName(bot) } }

    public subscript(name: String) -> Merchant? { merchants.withLock { $0[name] } }

    private static func byName(_ bot: Bot) -> [String: Merchant] {
        Dictionary(bot.merchants.map { ($0.name, $0) }) { first, _ in first }
    }
}
