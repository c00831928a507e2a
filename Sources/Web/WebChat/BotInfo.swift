import Expressions
public import FlowModel

/// The web chat's information about the bot that answers in it.
public struct BotInfo: Sendable {
    /// The bot's name as participants see it.
    public let name: String
    /// Whether the bot begins the conversation when the page opens.
    let greets: Bool
    private let zone: Zone
    private let region: @Sendable (RegionCode) -> RegionCode
    private let closestLanguage: @Sendable (String?) -> String

    init(name: String, zone: Zone, languages: [String], greets: Bool = false) {
        self.name = name
        self.greets = greets
        self.zone = zone
        region = { $0 }
        closestLanguage = { wanted in languages.first { wanted?.hasPrefix($0) ?? false } ?? languages[0] }
    }

    public init(_ bot: Bot) {
        name = bot.business
        greets = bot.greetsOnWeb
        zone = bot.zone
        region = { bot.region(for: $0) }
        closestLanguage = { wanted in bot.language(for: wanted?.replacing("_", with: "-")) }
    }

    /// Returns the language of the bot that is closest to the wanted one.
    func language(for wanted: String?) -> String { closestLanguage(wanted) }

    /// Returns the formatting of values for a customer, by the language and region of their browser.
    func wording(for wanted: String?) -> Wording { wording(for: wanted, in: RegionCode(locale: wanted)) }

    /// Returns the formatting of values in a language for a region.
    func wording(for wanted: String?, in region: RegionCode) -> Wording {
        Wording(language: closestLanguage(wanted), zone: zone, region: self.region(region))
    }
}
