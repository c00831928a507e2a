import Expressions
public import FlowModel
import Synchronization

/// The web chat's information about the bot that answers in it; replaced together with the bot.
public final class BotInfo: Sendable {
    private struct Facts {
        var name: String
        var zone: Zone
        var region: @Sendable (RegionCode) -> RegionCode
        var language: @Sendable (String?) -> String
    }

    private let facts: Mutex<Facts>

    init(name: String, zone: Zone, languages: [String]) {
        facts = Mutex(
            Facts(
                name: name, zone: zone, region: { $0 },
                language: { wanted in languages.first { wanted?.hasPrefix($0) ?? false } ?? languages[0] }))
    }

    public init(_ bot: Bot) { facts = Mutex(Self.facts(of: bot)) }

    public func use(_ bot: Bot) { facts.withLock { $0 = Self.facts(of: bot) } }

    /// The bot's name as participants see it.
    public var name: String { facts.withLock(\.name) }

    /// Returns the language of the bot that is closest to the wanted one.
    func language(for wanted: String?) -> String { facts.withLock { $0.language(wanted) } }

    /// Returns the formatting of values for a customer, by the language and region of their browser.
    func wording(for wanted: String?) -> Wording { wording(for: wanted, in: RegionCode(locale: wanted)) }

    /// Returns the formatting of values in a language for a region.
    func wording(for wanted: String?, in region: RegionCode) -> Wording {
        facts.withLock { Wording(language: $0.language(wanted), zone: $0.zone, region: $0.region(region)) }
    }

    private static func facts(of bot: Bot) -> Facts {
        Facts(
            name: bot.business, zone: bot.zone, region: { bot.region(for: $0) },
            language: { wanted in bot.language(for: wanted?.replacing("_", with: "-")) })
    }
}
