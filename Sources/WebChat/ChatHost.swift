import Expressions
public import FlowModel
import Synchronization

/// What the web chat knows of the bot that answers in it; exchanged with the bot.
public final class ChatHost: Sendable {
    private struct Facts {
        var name: String
        var zone: Zone
        var language: @Sendable (String?) -> String
    }

    private let facts: Mutex<Facts>

    init(name: String, zone: Zone, languages: [String]) {
        facts = Mutex(
            Facts(name: name, zone: zone) { wanted in
                languages.first { wanted?.hasPrefix($0) ?? false } ?? languages[0]
            })
    }

    public init(_ bot: Bot) { facts = Mutex(Self.facts(of: bot)) }

    public func use(_ bot: Bot) { facts.withLock { $0 = Self.facts(of: bot) } }

    /// What participants see the bot called.
    public var name: String { facts.withLock(\.name) }

    /// The language of the bot that is nearest to what somebody wants.
    func language(for wanted: String?) -> String { facts.withLock { $0.language(wanted) } }

    /// How values are written for somebody.
    func wording(for wanted: String?) -> Wording {
        facts.withLock { Wording(language: $0.language(wanted), zone: $0.zone) }
    }

    private static func facts(of bot: Bot) -> Facts {
        Facts(name: bot.business, zone: bot.zone) { wanted in
            bot.language(for: wanted?.replacing("_", with: "-"))
        }
    }
}
